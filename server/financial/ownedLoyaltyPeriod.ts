import { DENIED } from '#contract/responseCodes.ts'
import { fromStamp } from '#contract/dates.ts'
import { loyaltyOf } from '#db/loyalty/loyalties.ts'
import type { Cursor, Span } from '#db/core/pagination.ts'
import type { Db } from '#db/connection.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { NUMBER_ID, readCursor } from '#server/http/pagination.ts'

interface Asked {
  loyaltyCode: string
  dateFrom: string
  dateTo: string
  clientRUT: string
  after: string
}

/**
 * Checks what `movements` and `accountStatus` both ask: a loyalty that is the caller's own, with
 * its RUT if one is named, a period the right way round, and a cursor that we handed out.
 */
export async function ownedLoyaltyPeriod(
  db: Db,
  personId: string,
  asked: Asked,
): Promise<{ accountId: string; after: Cursor | null } & Span> {
  const loyalty = await loyaltyOf(db, personId, asked.loyaltyCode)
  if (!loyalty || (asked.clientRUT !== '' && asked.clientRUT !== loyalty.clientRUT))
    throw notFound()
  const span = spanOf(asked)
  return { accountId: loyalty.accountId, after: readCursor(asked.after, NUMBER_ID, span), ...span }
}

/** The half-open span of a wire range, whose last second belongs to it. */
export function spanOf({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }): Span {
  const [from, to] = [fromStamp(dateFrom), fromStamp(dateTo)]
  if (!from || !to || from > to)
    throw refuse(DENIED, 'El período termina antes de empezar: revisá las fechas.')
  return { from, until: new Date(to.getTime() + 1000) }
}
