import { carFigures } from '#contract/car/carFigures.ts'
import { toStamp } from '#contract/dates.ts'
import { logOf } from '#db/car/carLog.ts'
import { figuresOf } from '#server/car/figuresOf.ts'
import { spanOf } from '#server/financial/period.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(carFigures, async ({ db, now }, request, { personId }) => {
  const { plate, tripFrom, tripTo } = request
  const { from, until } = spanOf(request, now())
  const isTrip = typeof tripFrom === 'number' && typeof tripTo === 'number'
  if (isTrip && tripFrom >= tripTo)
    throw refuse('El viaje termina con menos kilómetros que los del principio: revisalos.')
  const log = (await logOf(db, personId, { plate, until })).map(({ entry }) => entry)
  const period = { from: toStamp(from), to: toStamp(new Date(until.getTime() - 1000)) }
  return {
    figures: figuresOf(log, period, isTrip ? { from: tripFrom, to: tripTo } : undefined),
  }
})
