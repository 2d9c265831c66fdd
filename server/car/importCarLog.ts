import { importCarLog } from '#contract/car/importCarLog.ts'
import { HOUR_MS, toDate } from '#contract/dates.ts'
import { filePlate } from '#contract/entities/car/carFile.ts'
import { MAX_TYPED } from '#contract/entities/car/logEntry.ts'
import { countTyped } from '#db/car/carEntries.ts'
import { insertImported } from '#db/car/carImports.ts'
import { carsOf, logOf } from '#db/car/carLog.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { planImport } from '#server/car/files/planImport.ts'
import { readCarFile } from '#server/car/files/readCarFile.ts'
import { definePhasedHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'

const FILES: Limit = { name: 'car files', by: 'person', points: 30, per: HOUR_MS, taken: 'before' }
const SHOWN_PROBLEMS = 20

export default definePhasedHandler(importCarLog, {
  limits: [FILES],
  // A file of some megabytes is read before the transaction.
  async prepare({ now }, { file }) {
    try {
      return await readCarFile(Buffer.from(file, 'base64'), toDate(now()))
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      throw refuse(
        error.message.replace(/^./, (first) => first.toUpperCase()),
        'invalid_request',
      )
    }
  },
  work: (context, { plates: given }, caller, { prepared: file }) =>
    inOwnTransaction(context, caller, async (tx) => {
      const { personId } = caller
      const isPreview = given.length === 0
      const own = (await carsOf(tx, personId)).filter(({ plate }) => plate !== '')
      const only = own.length === 1 && file.vehicles.length === 1 ? own[0]?.plate : ''
      const plates = isPreview
        ? file.vehicles.map(({ plate }) => filePlate().safeParse(plate).data || (only ?? ''))
        : given
      if (plates.length !== file.vehicles.length)
        throw refuse('Elegí la matrícula de cada auto del archivo.', 'invalid_request')
      const importId = uuidFrom(context.random(16))
      const common = { personId, importId }
      const { vehicles, rows } = planImport(file, plates, await logOf(tx, personId, {}), common)
      const typed = rows.filter(({ kind }) => kind !== 'purchase').length
      if ((await countTyped(tx, personId)) + typed > MAX_TYPED)
        throw refuse(
          'Con este archivo pasarías las 30.000 anotaciones: borrá alguna vieja o traé menos.',
          'car_log_full',
        )
      const imported = isPreview ? 0 : (await insertImported(tx, rows)).length
      return {
        vehicles,
        problems: file.problems.slice(0, SHOWN_PROBLEMS),
        problemCount: file.problems.length,
        importId: imported > 0 ? importId : '',
        imported,
      }
    }),
})
