import { ATTEMPT_TRANSITIONS } from '#contract/entities/payment.ts'
import { MAGIC_AMOUNTS } from '#sandbox/cards.ts'
import { TOKEN_LIFETIME_MS } from '#sandbox/calls/payment.ts'
import type {
  SystemState,
  ServerRecord,
  OwnState,
  GatewayRecord,
} from '#tools/faultInjection/readState.ts'
import type { IssuedToken, History, Observation } from '#tools/faultInjection/history.ts'

/** A promise, with the rows that show that it did not hold; none: it did. */
export interface CheckResult {
  code: string
  description: string
  rows: object[]
  /** Judged by comparing, or asked of our database alone. */
  by: 'campaign' | 'verify'
}

/** What a campaign is judged by, beside the promises that `verifyDb` asks the database about. */
export const CHECKED_INVARIANTS = {
  P1: 'ninguna deuda se cobró dos veces, ni por un momento',
  P2: 'nunca hubo dos páginas de pago vivas para una deuda',
  P3: 'lo que la pasarela aprobó está pago acá; lo que terminó allá terminó acá',
  P4: 'lo pago acá está aprobado allá, con el mismo número, importe y moneda',
  P6: 'nadie vio desandar un pago: cada estado sigue al que se había dicho',
  P7: 'el mismo pedido tuvo un solo efecto y una sola respuesta',
  P10: 'lo que se contestó con 00 sigue en la base',
  P11: 'nadie vio ni trajo pagos ajenos, y cada uno ve los suyos una vez',
  P12: 'ningún número de tarjeta quedó guardado',
  forged: 'ningún mensaje falso fue creído',
  ledger: 'los puntos de un pago se dieron una vez, y el libro suma 0',
  X1: 'ningún pedido causó un error del servidor, y nada se cayó solo',
  enough: 'hubo bastante que juzgar',
} as const
export type CheckedInvariant = keyof typeof CHECKED_INVARIANTS

/** How a payment stands by the gateway's log. */
type Truth = 'charged' | 'voided' | 'declined' | 'canceled' | 'pending' | 'expired' | 'open'
export function truthOf({ state, authorized, voided }: GatewayRecord): Truth {
  if (state === 'PROCESSED') return authorized ? (voided ? 'voided' : 'charged') : 'declined'
  if (state === 'CANCELED') return 'canceled'
  if (state === 'INPROCESS') return 'pending'
  return state === 'EXPIRED' ? 'expired' : 'open'
}

/** Where an attempt may stand here once all news has arrived. */
const AGREES: Record<Truth, readonly ServerRecord['state'][]> = {
  charged: ['PAID'],
  // A charge that was given back before we knew of it leaves the attempt as it had ended.
  voided: ['VOIDED', 'REFUNDED', 'EXPIRED', 'REJECTED'],
  declined: ['REJECTED'],
  canceled: ['REJECTED', 'EXPIRED'],
  pending: ['CREATED', 'PROCESSING'],
  expired: ['CREATED', 'PROCESSING', 'EXPIRED'],
  open: ['CREATED', 'PROCESSING'],
}

/** P3: what the gateway holds and we have not settled accordingly. */
export function withoutOutcome(
  { there, here }: SystemState,
  handed: readonly IssuedToken[] = [],
): object[] {
  const byToken = new Map(here.map((attempt) => [attempt.accessToken, attempt]))
  const known = new Set(handed.map(({ token }) => token))
  return there.flatMap((payment) => {
    const truth = truthOf(payment)
    const attempt = byToken.get(payment.token)
    // A token that was never told to anybody can be charged by nobody.
    if (!attempt && truth !== 'charged' && !known.has(payment.token)) return []
    if (attempt && AGREES[truth].includes(attempt.state)) return []
    const { token, reference, amount } = payment
    return [{ reference, token, amount, there: truth, here: attempt?.state ?? 'no row' }]
  })
}

/** What the gateway itself has still to do or to tell: until then nothing can be said to be over. */
export function pendingThere(there: readonly GatewayRecord[]): GatewayRecord[] {
  return there.filter(
    (payment) =>
      payment.state === 'INPROCESS' ||
      (payment.charged &&
        (payment.lever === 'voidedLater' || payment.lever === 'voidedReordered')) ||
      payment.notices.some(({ outcome }) => outcome === 'pending'),
  )
}

/** P4: PAID here without the same charge there. */
function invented({ there, here }: SystemState): object[] {
  const byToken = new Map(there.map((payment) => [payment.token, payment]))
  return here.flatMap((attempt) => {
    if (attempt.state !== 'PAID') return []
    const payment = attempt.accessToken === null ? undefined : byToken.get(attempt.accessToken)
    const differs = (['paymentToken', 'reference', 'merchantId', 'currency', 'amount'] as const)
      .filter((name) => payment?.[name] !== attempt[name])
      .join()
    const truth = payment ? truthOf(payment) : 'unknown'
    if (truth === 'charged' && differs === '') return []
    const { reference, accessToken, amount } = attempt
    return [{ reference, token: accessToken, amount, there: truth, differs }]
  })
}

/** From when until when something stood, by the gateway's clock. */
interface Span {
  token: string
  from: number
  until: number
}
/** Pairs of one debt that stood at the same time. */
function overlaps(
  there: readonly GatewayRecord[],
  spanOf: (payment: GatewayRecord) => Span | null,
): object[] {
  const byDebt = new Map<string, Span[]>()
  for (const payment of there) {
    const span = spanOf(payment)
    if (span) byDebt.set(payment.reference, [...(byDebt.get(payment.reference) ?? []), span])
  }
  return [...byDebt].flatMap(([reference, spans]) => {
    const inOrder = spans.toSorted((a, b) => a.from - b.from)
    return inOrder.flatMap((span, place) => {
      const next = inOrder[place + 1]
      return next && next.from < span.until ? [{ reference, tokens: [span.token, next.token] }] : []
    })
  })
}

/** P1: the time during which a charge stood. */
const charge = ({ token, authorized, decidedAt, voidedAt }: GatewayRecord): Span | null =>
  authorized && decidedAt !== null
    ? { token, from: decidedAt, until: voidedAt ?? Number.POSITIVE_INFINITY }
    : null

/** P2: the time during which a page could be paid; only a token that somebody was given has one. */
function page(payment: GatewayRecord, handed: ReadonlySet<string>): Span | null {
  const { token, openedAt, decidedAt, amount } = payment
  if (!handed.has(token) || MAGIC_AMOUNTS.isExpired(amount)) return null
  return { token, from: openedAt, until: decidedAt ?? openedAt + TOKEN_LIFETIME_MS }
}

/** Where a payment that was once seen in a state may be found later. */
const REACHES = reachable()
function reachable(): Record<ServerRecord['state'], ReadonlySet<string>> {
  const from = (state: ServerRecord['state']): string[] => [
    state,
    ...ATTEMPT_TRANSITIONS[state].flatMap(from),
  ]
  const states = Object.keys(ATTEMPT_TRANSITIONS) as ServerRecord['state'][]
  return Object.fromEntries(states.map((state) => [state, new Set(from(state))])) as never
}
const asHere = (state: Observation['state']): ServerRecord['state'] =>
  state === 'PENDING' ? 'CREATED' : state

/** P6: two answers, one after the other, that no way of the payment's life leads between. */
function turnedBack(sightings: readonly Observation[]): object[] {
  return [...grouped(sightings)].flatMap(([token, seen]) =>
    seen.flatMap((early) =>
      seen
        .filter(
          (late) =>
            late.from > early.until && !REACHES[asHere(early.state)].has(asHere(late.state)),
        )
        .map((late) => ({ token, early: early.state, late: late.state })),
    ),
  )
}
function grouped(sightings: readonly Observation[]): Map<string, Observation[]> {
  const byToken = new Map<string, Observation[]>()
  for (const seen of sightings) {
    const known = byToken.get(seen.token) ?? []
    byToken.set(seen.token, known)
    known.push(seen)
  }
  return byToken
}

/** P10: tokens and states that were told and are not there any more. */
function forgotten({ here }: SystemState, { handed, sightings }: History): object[] {
  const byToken = new Map(here.map((attempt) => [attempt.accessToken, attempt.state]))
  const tokens = handed.filter(({ token }) => !byToken.has(token))
  const states = sightings.flatMap(({ token, state }) => {
    const now = byToken.get(token)
    return now && REACHES[asHere(state)].has(now)
      ? []
      : [{ token, told: state, here: now ?? 'no row' }]
  })
  return [
    ...tokens.map(({ token, reference }) => ({ reference, token, here: 'no row' })),
    ...states,
  ]
}

/** Of every hundred attempts, at least so many must have been charged for a verdict to count. */
const ENOUGH = 20

/** Everything that a campaign left. */
export interface Case {
  attempts: number
  books: SystemState
  own: OwnState
  notes: History
  /** Lists of payments that differ from what the database holds for their person. */
  lists: object[]
}

/** Every promise with the rows that break it: none, and it held. Those of the database come last. */
export function checkHistory({ attempts, books, own, notes, lists }: Case): CheckResult[] {
  const handed = new Set(notes.handed.map(({ token }) => token))
  const charged = books.there.filter(({ authorized }) => authorized).length
  const rows: Record<CheckedInvariant, object[]> = {
    P1: overlaps(books.there, charge),
    P2: overlaps(books.there, (payment) => page(payment, handed)),
    P3: withoutOutcome(books, notes.handed),
    P4: invented(books),
    P6: turnedBack(notes.sightings),
    P7: notes.contradicted,
    P10: forgotten(books, notes),
    P11: [...notes.foreign, ...lists],
    P12: own.cardNumbers,
    forged: notes.forged,
    ledger: [...own.postedTwice, ...(own.ledgerSum === 0 ? [] : [{ sum: own.ledgerSum }])],
    X1: [...notes.defects, ...notes.falls],
    enough: charged * 100 < attempts * ENOUGH ? [{ attempts, charged }] : [],
  }
  return [
    ...(Object.keys(CHECKED_INVARIANTS) as CheckedInvariant[]).map((code) => ({
      code,
      description: CHECKED_INVARIANTS[code],
      rows: rows[code],
      by: 'campaign' as const,
    })),
    ...own.findings.map((finding) => ({ ...finding, by: 'verify' as const })),
  ]
}
