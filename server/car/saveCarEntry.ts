import { saveCarEntry } from '#contract/car/saveCarEntry.ts'
import { fromStamp, toDate } from '#contract/dates.ts'
import { MAX_TYPED } from '#contract/entities/car/logEntry.ts'
import { countTyped, insertTyped, updateTyped } from '#db/car/carEntries.ts'
import { logOf } from '#db/car/carLog.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { askOfOdometer } from '#server/car/askOfOdometer.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'

export default defineHandler(saveCarEntry, async (context, fields, caller) => {
  const { entryId, date, confirmed, odometer = null, ...typed } = fields
  const { personId } = caller
  const { plate, kind } = typed
  const isFuel = kind === 'fuel'
  const datetime = `${date}120000`
  const at = fromStamp(datetime)
  if (!at || date > toDate(context.now()))
    throw refuse('Esa fecha todavía no llegó: revisala.', 'invalid_request')
  if (isFuel && (typed.product === '' || typed.millilitres === 0))
    throw refuse('Contanos qué combustible cargaste y cuántos litros.', 'invalid_request')
  const id = entryId || uuidFrom(context.random(16))
  const row = {
    ...typed,
    ...(!isFuel && { product: '', millilitres: 0, full: false, missed: false }),
    id,
    personId,
    at,
    odometer,
  }
  await inOwnTransaction(context, caller, async (tx) => {
    if (!confirmed) {
      const log = (await logOf(tx, personId, { plate })).map(({ entry }) => entry)
      const before = log.find((one) => one.id === id)
      if (before?.odometer !== odometer || before.datetime !== datetime)
        askOfOdometer(log, { id, kind, datetime, odometer })
    }
    if (entryId !== '') {
      if (!(await updateTyped(tx, row))) throw notFound()
      return
    }
    if ((await countTyped(tx, personId)) >= MAX_TYPED)
      throw refuse(
        'Ya tenés 30.000 anotaciones: borrá alguna vieja para agregar otra.',
        'car_log_full',
      )
    await insertTyped(tx, row)
  })
  return { entryId: id }
})
