import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import type { CardBehaviour } from '#sandbox/cards.ts'
import { PROCESSES, type ProcessName } from '#testing/harness/killableStack.ts'

/** Which of the two servers a call goes to. */
export type ServerIndex = 0 | 1

/** One press of "pagar": a call of `getGEOPayAccessToken`. */
export interface PlannedTokenRequest {
  server: ServerIndex
  /** Requests with the same identity and fields are repeats of one request. */
  identity: number
  /** Pays in one instalment instead of the debt's maximum, so the terms differ. */
  singleInstallment: boolean
  /** Milliseconds after the first request of the attempt. */
  delayMs: number
  /** Milliseconds after which the client drops the connection; null: never. */
  cutAfterMs: number | null
}

/** The fault of a forged message's signature. */
export const FORGERIES = ['unsigned', 'unknownKey', 'otherKey', 'altered'] as const
export type Forgery = (typeof FORGERIES)[number]

/** One call of `processGEOPayResponse`. */
export interface PlannedReturn {
  server: ServerIndex
  identity: number
  /** The gateway's own message, the message of another person's payment, or a forgery. */
  data: 'own' | 'otherPerson' | Forgery
  /** Sent with the session of another person. */
  byOtherPerson: boolean
  delayMs: number
  cutAfterMs: number | null
}

/** A test card by its behaviour: approved, except `noAnswer` and the issuer codes. */
export type Card = CardBehaviour | 'debit' | '51' | '54' | '05' | 'noAnswer'

/** The plan of one attempt to pay. */
export interface PlannedAttempt {
  number: number
  /** Number of the debt, from 1. */
  debt: number
  tokenRequests: PlannedTokenRequest[]
  page: 'pay' | 'cancel' | 'leave'
  card: Card
  /** Submits the card form twice at the same time. */
  submitTwice: boolean
  returns: PlannedReturn[]
  forgedWebhook: { forgery: Forgery; server: ServerIndex; delayMs: number } | null
  /** Also calls `getDebts` before and `getPayments` during the attempt. */
  readsState: boolean
}

/** The cards, each repeated by its weight. */
const WEIGHTED_CARDS: readonly Card[] = Object.entries({
  plain: 22,
  debit: 8,
  '51': 5,
  '54': 2,
  '05': 2,
  issuerDown: 5,
  noAnswer: 3,
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
} satisfies Record<Card, number>).flatMap(([card, weight]) =>
  Array<Card>(weight).fill(card as Card),
)

/** An attempt on a shared debt picks one of this many newest debts, which others are paying. */
const SHARED_DEBTS = 12

/** All attempts of a run; the same seed gives the same attempts. */
export function planAttempts(seed: number, attempts: number): PlannedAttempt[] {
  let newest = 0
  return Array.from({ length: attempts }, (_, index) => {
    const number = index + 1
    const random = createRandom(seed, 'attempt', number)
    const shared = newest > 0 && random.bool(0.2)
    if (!shared) newest += 1
    const debt = shared ? Math.max(1, newest - random.integer(0, SHARED_DEBTS)) : newest
    return planAttempt(random, number, debt)
  })
}

function planAttempt(random: SeededRandom, number: number, debt: number): PlannedAttempt {
  const page = random.next()
  return {
    number,
    debt,
    tokenRequests: planTokenRequests(random),
    page: page < 0.85 ? 'pay' : page < 0.92 ? 'cancel' : 'leave',
    card: random.oneOf(WEIGHTED_CARDS),
    submitTwice: random.bool(0.15),
    returns: planReturns(random),
    forgedWebhook: random.bool(0.15)
      ? {
          forgery: random.oneOf(FORGERIES),
          server: drawServer(random),
          delayMs: random.integer(0, 300),
        }
      : null,
    readsState: random.bool(0.3),
  }
}

function planTokenRequests(random: SeededRandom): PlannedTokenRequest[] {
  const count = random.oneOf([1, 1, 1, 1, 1, 2, 2, 2, 3, 3])
  return Array.from({ length: count }, (_, index) => {
    const repeat = index > 0 && random.bool(0.4)
    const singleInstallment = !repeat && index > 0 && random.bool(0.15)
    return {
      server: drawServer(random),
      identity: repeat ? 0 : index,
      singleInstallment,
      delayMs: index === 0 ? 0 : random.integer(0, 40),
      cutAfterMs: drawCut(random),
    }
  })
}

function planReturns(random: SeededRandom): PlannedReturn[] {
  const count = random.oneOf([0, 0, 0, 1, 1, 1, 1, 2, 2, 3])
  return Array.from({ length: count }, (_, index) => {
    const genuine = random.bool(0.75)
    return {
      server: drawServer(random),
      identity: index > 0 && random.bool(0.4) ? 0 : index,
      data: genuine ? 'own' : random.oneOf(['otherPerson', ...FORGERIES] as const),
      byOtherPerson: random.bool(0.05),
      delayMs: random.oneOf([0, 0, 0, random.integer(1, 250), random.integer(250, 900)]),
      cutAfterMs: drawCut(random),
    }
  })
}

const drawServer = (random: SeededRandom): ServerIndex => (random.bool(0.5) ? 1 : 0)
const drawCut = (random: SeededRandom) => (random.bool(0.08) ? random.integer(1, 60) : null)

export interface PlannedFault {
  /** Injected when this attempt begins; one more than the attempts: when all have ended. */
  beforeAttempt: number
  target: ProcessName
}

const ATTEMPTS_PER_FAULT = 120
/** At least one fault more than there are targets. */
const MIN_FAULTS = 5
const MAX_FAULTS = 90

/** The faults of a run: one at a random attempt of each equal part of it, the last one after all. */
export function planFaults(seed: number, attempts: number): PlannedFault[] {
  const random = createRandom(seed, 'faults')
  const wanted = Math.round(attempts / ATTEMPTS_PER_FAULT)
  const count = Math.min(MAX_FAULTS, Math.max(MIN_FAULTS, wanted))
  const start = random.integer(0, PROCESSES.length - 1)
  return Array.from({ length: count }, (_, index) => ({
    beforeAttempt:
      index === count - 1
        ? attempts + 1
        : random.integer(
            1 + Math.floor((index * attempts) / count),
            Math.floor(((index + 1) * attempts) / count),
          ),
    target: PROCESSES[(start + index) % PROCESSES.length] ?? 'sandbox',
  }))
}
