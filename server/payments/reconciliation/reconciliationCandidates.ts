import type { GatewayPayment } from '#contract/geopay.ts'
import type { Db } from '#db/core/db.ts'
import { type Attempt, attemptsCreated, attemptsOfTokens } from '#db/payments/attempts.ts'
import type { ListPage, MalformedItem } from '#server/gateway/settlementListPage.ts'
import { spanOfDay } from '#server/payments/businessDay.ts'
import { TOKEN_LIFETIME_MS } from '#server/payments/openAttempt.ts'
import { classify } from '#server/payments/reconciliation/discrepancies.ts'

/** A payment that the gateway is queried about. */
export interface Candidate {
  /** Our attempt; undefined: the token is not ours. */
  attempt: Attempt | undefined
  /** The item of the settlement list; undefined: the list has none. */
  listed?: GatewayPayment
  /** Whether the list has the same charge a second time. */
  isRepeated?: boolean
  /** The item of the list, if it is malformed. */
  malformed?: MalformedItem
}
/** Our charges of the day, and the gateway's. */
export interface Counts {
  here: number
  there: number
}

/** The payments on which the settlement list and our attempts differ. The others are only counted. */
export async function* candidatesFromList(
  db: Db,
  day: string,
  pages: AsyncIterable<ListPage>,
  counts: Counts,
): AsyncGenerator<Candidate[]> {
  const tokens = new Set<string>()
  const charges = new Set<string>()
  for await (const { payments, malformed } of pages) {
    const attempts = await attemptsOfTokens(
      db,
      [...payments, ...malformed].map(({ accessToken }) => accessToken),
    )
    const ofToken = new Map(attempts.map((attempt) => [attempt.accessToken, attempt]))
    const listed = payments.map((payment): Candidate => {
      const isRepeated = charges.has(payment.paymentToken)
      tokens.add(payment.accessToken)
      charges.add(payment.paymentToken)
      return { attempt: ofToken.get(payment.accessToken), listed: payment, isRepeated }
    })
    const unparsed = malformed.map((item): Candidate => {
      tokens.add(item.accessToken)
      return { attempt: ofToken.get(item.accessToken), malformed: item }
    })
    const all = [...listed, ...unparsed]
    counts.there += all.length
    counts.here += all.filter(
      ({ attempt, isRepeated }) => !isRepeated && wasCharged(attempt),
    ).length
    const differing = listed.filter(
      ({ attempt, listed: payment, isRepeated }) =>
        isRepeated || classify(attempt, payment ?? null, false) !== null,
    )
    yield [...differing, ...unparsed]
  }
  // A token that was opened before midnight may have been charged after it.
  const { from, until } = spanOfDay(day)
  const span = { from: new Date(from.getTime() - 2 * TOKEN_LIFETIME_MS), until }
  for await (const page of attemptsCreated(db, span))
    yield page
      .filter(({ state, accessToken }) => state === 'PAID' && !tokens.has(accessToken ?? ''))
      .map((attempt) => ({ attempt }))
}

/** Without a list, every attempt of the day that has a token. */
export async function* candidatesOfDay(
  db: Db,
  day: string,
  counts: Counts,
): AsyncGenerator<Candidate[]> {
  for await (const page of attemptsCreated(db, spanOfDay(day))) {
    counts.here += page.filter(wasCharged).length
    yield page.map((attempt) => ({ attempt }))
  }
}

const wasCharged = (attempt: Attempt | undefined) =>
  attempt?.state === 'PAID' || attempt?.state === 'VOIDED' || attempt?.state === 'REFUNDED'
