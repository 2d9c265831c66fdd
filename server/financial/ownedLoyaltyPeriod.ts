import { DENIED } from '#contract/responseCodes.ts'
import { fromStamp } from '#contract/dates.ts'
import { loyaltyOf } from '#db/loyalty/loyalties.ts'
import type { Cursor, Span } from '#db/core/pagination.ts'
import type { Db } from '#db/connection.ts'
import { notFound, refuse } from '#server/http/defineHandler.ts'

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
  return { accountId: loyalty.accountId, after: readCursor(asked.after, span), ...span }
}

/** The half-open span of a wire range, whose last second belongs to it. */
export function spanOf({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }): Span {
  const [from, to] = [fromStamp(dateFrom), fromStamp(dateTo)]
  if (!from || !to || from > to)
    throw refuse(DENIED, 'El período termina antes de empezar: revisá las fechas.')
  return { from, until: new Date(to.getTime() + 1000) }
}

export const writeCursor = (cursor: Cursor | null) =>
  cursor ? `${cursor.at.getTime()}.${cursor.id}` : ''

function readCursor(text: string, { from, until }: Span): Cursor | null {
  if (text === '') return null
  const [, at, id] = /^(\d{1,15})\.(\d{1,12})$/.exec(text) ?? []
  const instant = new Date(Number(at))
  // Outside the period it is not one that we gave, and would lead out of it.
  if (id === undefined || !(instant >= from && instant < until)) throw notFound()
  return { at: instant, id }
}
