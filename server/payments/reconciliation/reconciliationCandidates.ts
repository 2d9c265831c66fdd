import type { GatewayPayment } from '#contract/geopay.ts'
import { type Attempt, attemptsCreated, attemptsOfTokens } from '#db/payments/attempts.ts'
import type { Db } from '#db/connection.ts'
import type { ListPage, MalformedItem } from '#server/gateway/settlementListPage.ts'
import { spanOfDay } from '#server/payments/reconciliation/businessDay.ts'
import { classify } from '#server/payments/reconciliation/discrepancies.ts'
import { TOKEN_LIFETIME_MS } from '#server/payments/openAttempt.ts'

/** A payment that the gateway has to be asked about. */
export interface Candidate {
  /** Ours; undefined when nobody here knows the token. */
  attempt: Attempt | undefined
  /** As the gateway's list of the day has it; undefined when it does not. */
  listed: GatewayPayment | undefined
  /** The list told this very charge before. */
  again: boolean
  /** What the list has of it instead, if that makes no sense. */
  unreadable?: MalformedItem
}
/** Charges of ours, and charges that the gateway told of. */
export interface Counts {
  here: number
  there: number
}

/** Where the list of a day and our attempts disagree. What they agree on is only counted. */
export async function* candidatesFromList(
  db: Db,
  day: string,
  pages: AsyncIterable<ListPage>,
  tally: Counts,
): AsyncGenerator<Candidate[]> {
  const tokens = new Set<string>()
  const charges = new Set<string>()
  for await (const { payments, unreadable } of pages) {
    const known = await attemptsOfTokens(
      db,
      [...payments, ...unreadable].map(({ accessToken }) => accessToken),
    )
    const ours = new Map(known.map((attempt) => [attempt.accessToken, attempt]))
    const suspects = payments.map((listed): Candidate => {
      const again = charges.has(listed.paymentToken)
      tokens.add(listed.accessToken)
      charges.add(listed.paymentToken)
      return { attempt: ours.get(listed.accessToken), listed, again }
    })
    const unread = unreadable.map((one): Candidate => {
      tokens.add(one.accessToken)
      return {
        attempt: ours.get(one.accessToken),
        listed: undefined,
        again: false,
        unreadable: one,
      }
    })
    const told = [...suspects, ...unread]
    tally.there += told.length
    tally.here += told.filter(({ attempt, again }) => !again && wasCharged(attempt)).length
    const differing = suspects.filter(
      ({ attempt, listed, again }) => again || classify(attempt, listed ?? null, false) !== null,
    )
    yield [...differing, ...unread]
  }
  // Who got a token before midnight may have paid after it.
  const { from, until } = spanOfDay(day)
  const span = { from: new Date(from.getTime() - 2 * TOKEN_LIFETIME_MS), until }
  for await (const page of attemptsCreated(db, span))
    yield page
      .filter(({ state, accessToken }) => state === 'PAID' && !tokens.has(accessToken ?? ''))
      .map((attempt) => ({ attempt, listed: undefined, again: false }))
}

/** Without a list, every attempt of the day that could be paid is to be asked about. */
export async function* candidatesOfDay(
  db: Db,
  day: string,
  tally: Counts,
): AsyncGenerator<Candidate[]> {
  for await (const page of attemptsCreated(db, spanOfDay(day))) {
    tally.here += page.filter(wasCharged).length
    yield page.map((attempt) => ({ attempt, listed: undefined, again: false }))
  }
}

const wasCharged = (attempt: Attempt | undefined) =>
  attempt?.state === 'PAID' || attempt?.state === 'VOIDED' || attempt?.state === 'REFUNDED'
