import { fromStamp } from '#contract/dates.ts'
import { DENIED } from '#contract/responseCodes.ts'
import type { Cursor, Span } from '#db/core/pagination.ts'
import { refuse } from '#server/http/errors.ts'
import { NUMBER_ID, readCursor } from '#server/http/pagination.ts'

interface WirePeriod {
  dateFrom: string
  dateTo: string
}

/** The half-open span of a wire period, whose last second belongs to it. */
export function spanOf({ dateFrom, dateTo }: WirePeriod): Span {
  const [from, to] = [fromStamp(dateFrom), fromStamp(dateTo)]
  if (!from || !to || from > to)
    throw refuse(DENIED, 'El período termina antes de empezar: revisá las fechas.')
  return { from, until: new Date(to.getTime() + 1000) }
}

/** The span and the cursor of a paginated period; a cursor outside the period is refused. */
export function periodOf(request: WirePeriod & { after: string }): Span & { after: Cursor | null } {
  const span = spanOf(request)
  return { ...span, after: readCursor(request.after, NUMBER_ID, span) }
}
