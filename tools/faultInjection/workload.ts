import { type SeededRandom, createRandom } from '#db/demo/seededRandom.ts'
import type { CardBehaviour } from '#sandbox/cards.ts'

/** Which of the two servers a call goes to. */
export type Side = 0 | 1

/** One tap on "pagar": a call of `getGEOPayAccessToken`. */
export interface Tap {
  side: Side
  /** Taps of one identity are one request, sent again. */
  identity: number
  /** Pays in one instalment instead of as many as the debt allows: other terms. */
  single: boolean
  /** Milliseconds after the first tap. */
  after: number
  cut: number | null
}
/** Whose word a message is made to look like: what is wrong with its signature. */
export const FORGERIES = ['unsigned', 'alienKey', 'otherKey', 'altered'] as const
export type Forgery = (typeof FORGERIES)[number]

/** One call of `processGEOPayResponse`. */
export interface Return {
  side: Side
  identity: number
  /** What it carries: the gateway's own words, another person's, or a forgery. */
  data: 'own' | 'anothers' | Forgery
  /** Brought by somebody else than the payer. */
  byStranger: boolean
  after: number
  cut: number | null
}

/** A card by what it does; the second kind of a lever declines. */
export type Card = CardBehaviour | 'debit' | '51' | '54' | '05' | 'mute'

/** Everything that one attempt to pay will do. */
export interface PlannedAttempt {
  number: number
  /** Which debt of the campaign's. */
  debt: number
  taps: Tap[]
  page: 'pay' | 'cancel' | 'leave'
  card: Card
  /** Sends the card form twice at once. */
  twice: boolean
  returns: Return[]
  webhook: { forgery: Forgery; side: Side; after: number } | null
  /** Asks for the list of debts before, and for the payment's state meanwhile. */
  looks: boolean
}

/** The cards, as often as they are drawn. */
const DECK: readonly Card[] = Object.entries({
  plain: 22,
  debit: 8,
  '51': 5,
  '54': 2,
  '05': 2,
  issuerDown: 5,
  mute: 3,
  slow: 5,
  webhookFirst: 6,
  webhookLost: 11,
  webhookTwice: 6,
  webhookReordered: 5,
  badSignature: 4,
  alteredAmount: 4,
  pageClosed: 6,
  voidedLater: 4,
  voidedReordered: 4,
} satisfies Record<Card, number>).flatMap(([card, times]) => Array<Card>(times).fill(card as Card))

/** How far back an attempt that pays no new debt finds one that others are paying. */
const NEAR = 12

/** All attempts of a campaign, the same for the same seed. */
export function planAttempts(seed: number, attempts: number): PlannedAttempt[] {
  let newest = 0
  return Array.from({ length: attempts }, (_, place) => {
    const number = place + 1
    const luck = createRandom(seed, 'attempt', number)
    const shared = newest > 0 && luck.bool(0.2)
    if (!shared) newest += 1
    const debt = shared ? Math.max(1, newest - luck.integer(0, NEAR)) : newest
    return planOf(luck, number, debt)
  })
}

function planOf(luck: SeededRandom, number: number, debt: number): PlannedAttempt {
  const does = luck.next()
  return {
    number,
    debt,
    taps: tapsOf(luck),
    page: does < 0.85 ? 'pay' : does < 0.92 ? 'cancel' : 'leave',
    card: luck.oneOf(DECK),
    twice: luck.bool(0.15),
    returns: returnsOf(luck),
    webhook: luck.bool(0.15)
      ? { forgery: luck.oneOf(FORGERIES), side: side(luck), after: luck.integer(0, 300) }
      : null,
    looks: luck.bool(0.3),
  }
}

function tapsOf(luck: SeededRandom): Tap[] {
  const count = luck.oneOf([1, 1, 1, 1, 1, 2, 2, 2, 3, 3])
  return Array.from({ length: count }, (_, place) => {
    const again = place > 0 && luck.bool(0.4)
    const single = !again && place > 0 && luck.bool(0.15)
    return {
      side: side(luck),
      identity: again ? 0 : place,
      single,
      after: place === 0 ? 0 : luck.integer(0, 40),
      cut: cut(luck),
    }
  })
}

function returnsOf(luck: SeededRandom): Return[] {
  const count = luck.oneOf([0, 0, 0, 1, 1, 1, 1, 2, 2, 3])
  return Array.from({ length: count }, (_, place) => {
    const honest = luck.bool(0.75)
    return {
      side: side(luck),
      identity: place > 0 && luck.bool(0.4) ? 0 : place,
      data: honest ? 'own' : luck.oneOf(['anothers', ...FORGERIES] as const),
      byStranger: luck.bool(0.05),
      after: luck.oneOf([0, 0, 0, luck.integer(1, 250), luck.integer(250, 900)]),
      cut: cut(luck),
    }
  })
}

const side = (luck: SeededRandom): Side => (luck.bool(0.5) ? 1 : 0)
/** The network falls so many milliseconds after a call was sent, now and then. */
const cut = (luck: SeededRandom) => (luck.bool(0.08) ? luck.integer(1, 60) : null)

/** What a fault ends. */
export const VICTIMS = ['server 0', 'server 1', 'sandbox', 'postgres'] as const
export type Victim = (typeof VICTIMS)[number]
export interface Fault {
  /** Strikes when this attempt begins; the last one when all have ended. */
  before: number
  victim: Victim
}

/** Attempts per fault, and the bounds of their number: each kind at least once. */
const PER_FAULT = 120
const MOST_FAULTS = 90

/** The faults of a campaign, spread over it by chance. */
export function planFaults(seed: number, attempts: number): Fault[] {
  const luck = createRandom(seed, 'faults')
  const count = Math.min(MOST_FAULTS, Math.max(5, Math.round(attempts / PER_FAULT)))
  const start = luck.integer(0, VICTIMS.length - 1)
  return Array.from({ length: count }, (_, place) => ({
    before:
      place === count - 1
        ? attempts + 1
        : luck.integer(
            1 + Math.floor((place * attempts) / count),
            Math.floor(((place + 1) * attempts) / count),
          ),
    victim: VICTIMS[(start + place) % VICTIMS.length] ?? 'sandbox',
  }))
}
