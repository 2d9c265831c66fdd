import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import { FORGERIES } from '#lab/evidence/forger.ts'

/** Which of the two servers a call goes to. */
export type ServerIndex = 0 | 1

/** One press of "pagar": a call of `getGEOPayAccessToken`. */
export type PlannedTokenRequest = ReturnType<typeof planTokenRequests>[number]
/** One call of `processGEOPayResponse`. */
export type PlannedReturn = ReturnType<typeof planReturns>[number]
export type PlannedAttempt = ReturnType<typeof planAttempt>

/** The test cards, each repeated by its weight. */
const WEIGHTED_CARDS = Object.entries({
  Crédito: 22,
  Débito: 8,
  'Sin fondos': 5,
  Vencida: 2,
  'No autorizada': 2,
  'Emisor caído': 5,
  'Emisor mudo': 3,
  Lenta: 5,
  'Aviso primero': 6,
  'Aviso perdido': 15,
  'Aviso repetido': 6,
  'Avisos cruzados': 5,
  'Firma falsa': 4,
  'Importe alterado': 4,
  'Página cerrada': 6,
  'Anulada después': 4,
  'Anulada, cruzada': 4,
}).flatMap(([card, weight]) => Array<string>(weight).fill(card))

/**
 * All attempts of a run; the same seed gives the same attempts.
 * @param options.atOnce how many debts are being paid at a time: an attempt on a shared debt picks one of them
 * @param options.share of the attempts on shared debts
 */
export function planAttempts(
  seed: number,
  attempts: number,
  { atOnce = 12, share = 0.2 } = {},
): PlannedAttempt[] {
  let newest = 0
  return Array.from({ length: attempts }, (_, index) => {
    const number = index + 1
    const random = createRandom(seed, 'attempt', number)
    const shared = newest > 0 && random.bool(share)
    if (!shared) newest += 1
    const debt = shared ? Math.max(1, newest - random.integer(0, atOnce)) : newest
    return planAttempt(random, number, debt)
  })
}

function planAttempt(random: SeededRandom, number: number, debt: number) {
  const page = random.next()
  return {
    number,
    /** Number of the debt, from 1. */
    debt,
    tokenRequests: planTokenRequests(random),
    page: page < 0.85 ? ('pay' as const) : page < 0.92 ? ('cancel' as const) : ('leave' as const),
    /** Name of the sandbox's test card. */
    card: random.oneOf(WEIGHTED_CARDS),
    /** Submits the card form twice at the same time. */
    submitTwice: random.bool(0.15),
    returns: planReturns(random),
    forgedWebhook: random.bool(0.15)
      ? {
          forgery: random.oneOf(FORGERIES),
          server: drawServer(random),
          delayMs: random.integer(0, 300),
        }
      : null,
    /** Also calls `getDebts` before and `getPayments` during the attempt. */
    readsState: random.bool(0.3),
  }
}

function planTokenRequests(random: SeededRandom) {
  const count = random.oneOf([1, 1, 1, 1, 1, 2, 2, 2, 3, 3])
  return Array.from({ length: count }, (_, index) => {
    const repeat = index > 0 && random.bool(0.4)
    /** Pays in one instalment instead of the debt's maximum, so the terms differ. */
    const singleInstallment = !repeat && index > 0 && random.bool(0.15)
    return {
      server: drawServer(random),
      /** Calls with the same identity and fields are repeats of one. */
      identity: repeat ? 0 : index,
      singleInstallment,
      /** Milliseconds after the first call of its kind. */
      delayMs: index === 0 ? 0 : random.integer(0, 40),
      cutAfterMs: drawCut(random),
    }
  })
}

function planReturns(random: SeededRandom) {
  const count = random.oneOf([0, 0, 0, 1, 1, 1, 1, 2, 2, 3])
  return Array.from({ length: count }, (_, index) => {
    const genuine = random.bool(0.75)
    return {
      server: drawServer(random),
      identity: index > 0 && random.bool(0.4) ? 0 : index,
      /** The gateway's own message, the message of another person's payment, or a forgery. */
      data: genuine ? ('own' as const) : random.oneOf(['otherPerson', ...FORGERIES] as const),
      /** Sent with the session of another person. */
      byOtherPerson: random.bool(0.05),
      delayMs: random.oneOf([0, 0, 0, random.integer(1, 250), random.integer(250, 900)]),
      cutAfterMs: drawCut(random),
    }
  })
}

const drawServer = (random: SeededRandom): ServerIndex => (random.bool(0.5) ? 1 : 0)
/** Milliseconds after which the client drops the connection; null: never. */
const drawCut = (random: SeededRandom) => (random.bool(0.08) ? random.integer(1, 60) : null)
