import { saveCarPurchase } from '#contract/car/saveCarPurchase.ts'
import { savePurchaseNote } from '#db/car/carEntries.ts'
import { logOf } from '#db/car/carLog.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { askOfOdometer } from '#server/car/askOfOdometer.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'

export default defineHandler(saveCarPurchase, async (context, fields, caller) => {
  const { rrn, plate, odometer = null, full, missed, note, confirmed } = fields
  const { personId } = caller
  await inOwnTransaction(context, caller, async (tx) => {
    const [found] = await logOf(tx, personId, { id: rrn })
    if (found?.entry.kind !== 'purchase') throw notFound()
    const { entry, cursor } = found
    if (entry.plateReported && plate !== '' && plate !== entry.plate)
      throw refuse(
        `La estación informó esta compra con la matrícula ${entry.plate}.`,
        'plate_reported',
      )
    const assigned = entry.plateReported ? '' : plate
    const of = assigned || (entry.plateReported ? entry.plate : '')
    const isAsked = !confirmed && of !== '' && (odometer !== entry.odometer || of !== entry.plate)
    if (isAsked) {
      const log = await logOf(tx, personId, { plate: of })
      askOfOdometer(
        log.map((one) => one.entry),
        { ...entry, odometer },
      )
    }
    await savePurchaseNote(tx, {
      id: uuidFrom(context.random(16)),
      personId,
      rrn,
      kind: 'purchase',
      at: cursor.at,
      plate: assigned,
      odometer,
      full,
      missed,
      note,
    })
  })
  return {}
})
