import { fromStamp, lastDays, toRange } from '#contract/dates.ts'
import type { Cursor, Span } from '#db/core/pagination.ts'
import { refuse } from '#server/http/errors.ts'
import { NUMBER_ID, readCursor } from '#server/http/pagination.ts'

/** A period of a request; an empty bound is that of the default period. */
interface WirePeriod {
  dateFrom: string
  dateTo: string
}

/** The half-open span of a wire period, whose last second belongs to it. */
export function spanOf({ dateFrom, dateTo }: WirePeriod, now: Date): Span {
  const byDefault = toRange(lastDays(now))
  const from = fromStamp(dateFrom || byDefault.dateFrom)
  const to = fromStamp(dateTo || byDefault.dateTo)
  if (!from || !to || from > to)
    throw refuse('El período termina antes de empezar: revisá las fechas.')
  return { from, until: new Date(to.getTime() + 1000) }
}

/** The span and the cursor of a paginated period; a cursor outside the period is refused. */
export function periodOf(
  request: WirePeriod & { after: string },
  now: Date,
): Span & { after: Cursor | null } {
  const span = spanOf(request, now)
  return { ...span, after: readCursor(request.after, NUMBER_ID, span) }
}
