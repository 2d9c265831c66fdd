import { ATTEMPT_TRANSITIONS } from '#contract/entities/payment.ts'
import { TOKEN_LIFETIME_MS } from '#sandbox/calls/payment.ts'
import { MAGIC_AMOUNTS } from '#sandbox/cards.ts'
import type { History, IssuedToken, Observation } from '#tools/faultInjection/history.ts'
import type {
  DatabaseChecks,
  GatewayRecord,
  ServerRecord,
  SystemState,
} from '#tools/faultInjection/readState.ts'

/** An invariant with the rows that violate it; without rows it holds. */
export interface CheckResult {
  invariant: string
  description: string
  rows: object[]
  /** `history`: found by comparing both sides; `database`: by a query over our database alone. */
  source: 'history' | 'database'
}

/** The violations that the history is checked for; db/invariants checks the rest. */
export const CHECKED_INVARIANTS = {
  P1: 'ninguna deuda se cobró dos veces, ni por un momento',
  P2: 'nunca hubo dos páginas de pago abiertas para una deuda',
  P3: 'lo que la pasarela aprobó está pago acá; lo que terminó allá terminó acá',
  P4: 'lo pago acá está aprobado allá, con el mismo número, importe y moneda',
  P6: 'ningún pago volvió a un estado anterior al que se había contestado',
  P7: 'el mismo pedido tuvo un solo efecto y una sola respuesta',
  P10: 'lo que se contestó con 00 sigue en la base',
  P11: 'nadie recibió pagos ajenos, y cada persona recibe los suyos una vez',
  P12: 'ningún número de tarjeta quedó guardado',
  forged: 'ningún mensaje falsificado fue aceptado',
  ledger: 'los puntos de un pago se acreditaron una vez, y el libro suma 0',
  X1: 'ningún pedido causó un error del servidor, y ningún programa terminó solo',
  enough: 'hubo suficientes cobros para comprobar',
} as const
export type CheckedInvariant = keyof typeof CHECKED_INVARIANTS

/** The state of a payment according to the gateway's event log. */
type GatewayState = 'charged' | 'voided' | 'declined' | 'canceled' | 'pending' | 'expired' | 'open'
export function gatewayStateOf({ state, authorized, voided }: GatewayRecord): GatewayState {
  if (state === 'PROCESSED') return authorized ? (voided ? 'voided' : 'charged') : 'declined'
  if (state === 'CANCELED') return 'canceled'
  if (state === 'INPROCESS') return 'pending'
  return state === 'EXPIRED' ? 'expired' : 'open'
}

/** The states that an attempt may have here once every message has arrived. */
const EXPECTED_STATES: Record<GatewayState, readonly ServerRecord['state'][]> = {
  charged: ['PAID'],
  // A charge that was voided before we learned of it leaves the attempt EXPIRED or REJECTED.
  voided: ['VOIDED', 'REFUNDED', 'EXPIRED', 'REJECTED'],
  declined: ['REJECTED'],
  canceled: ['REJECTED', 'EXPIRED'],
  pending: ['CREATED', 'PROCESSING'],
  expired: ['CREATED', 'PROCESSING', 'EXPIRED'],
  open: ['CREATED', 'PROCESSING'],
}

/** P3: payments whose outcome at the gateway was not applied here. */
export function withoutOutcome(
  { gateway, server }: SystemState,
  issuedTokens: readonly IssuedToken[] = [],
): object[] {
  const byToken = new Map(server.map((attempt) => [attempt.accessToken, attempt]))
  const issued = new Set(issuedTokens.map(({ token }) => token))
  return gateway.flatMap((payment) => {
    const state = gatewayStateOf(payment)
    const attempt = byToken.get(payment.token)
    // Without a row here, a token that was never issued to a client cannot be charged.
    if (!attempt && state !== 'charged' && !issued.has(payment.token)) return []
    if (attempt && EXPECTED_STATES[state].includes(attempt.state)) return []
    const { token, reference, amount } = payment
    return [{ reference, token, amount, gateway: state, server: attempt?.state ?? 'no row' }]
  })
}

/** Payments about which the gateway itself still has a decision, a void or a webhook pending. */
export function pendingAtGateway(payments: readonly GatewayRecord[]): GatewayRecord[] {
  return payments.filter(
    (payment) =>
      payment.state === 'INPROCESS' ||
      (payment.charged &&
        (payment.behaviour === 'voidedLater' || payment.behaviour === 'voidedReordered')) ||
      payment.notices.some(({ outcome }) => outcome === 'pending'),
  )
}

/** P4: PAID here without the same charge at the gateway. */
function paidWithoutCharge({ gateway, server }: SystemState): object[] {
  const byToken = new Map(gateway.map((payment) => [payment.token, payment]))
  return server.flatMap((attempt) => {
    if (attempt.state !== 'PAID') return []
    const payment = attempt.accessToken === null ? undefined : byToken.get(attempt.accessToken)
    const differs = (['paymentToken', 'reference', 'merchantId', 'currency', 'amount'] as const)
      .filter((name) => payment?.[name] !== attempt[name])
      .join()
    const state = payment ? gatewayStateOf(payment) : 'unknown'
    if (state === 'charged' && differs === '') return []
    const { reference, accessToken, amount } = attempt
    return [{ reference, token: accessToken, amount, gateway: state, differs }]
  })
}

/** An interval by the gateway's clock, in milliseconds. */
interface Interval {
  token: string
  from: number
  until: number
}
/** Pairs of payments of one debt whose intervals overlap. */
function overlaps(
  payments: readonly GatewayRecord[],
  intervalOf: (payment: GatewayRecord) => Interval | null,
): object[] {
  const byDebt = new Map<string, Interval[]>()
  for (const payment of payments) {
    const interval = intervalOf(payment)
    if (interval)
      byDebt.set(payment.reference, [...(byDebt.get(payment.reference) ?? []), interval])
  }
  return [...byDebt].flatMap(([reference, intervals]) => {
    const inOrder = intervals.toSorted((a, b) => a.from - b.from)
    return inOrder.flatMap((interval, index) => {
      const next = inOrder[index + 1]
      return next && next.from < interval.until
        ? [{ reference, tokens: [interval.token, next.token] }]
        : []
    })
  })
}

/** P1: from the charge to its void. */
const chargedInterval = ({ token, authorized, decidedAt, voidedAt }: GatewayRecord) =>
  authorized && decidedAt !== null
    ? { token, from: decidedAt, until: voidedAt ?? Number.POSITIVE_INFINITY }
    : null

/** P2: while the page could be paid; null for a token that no client has. */
function payableInterval(payment: GatewayRecord, issued: ReadonlySet<string>): Interval | null {
  const { token, openedAt, decidedAt, amount } = payment
  if (!issued.has(token) || MAGIC_AMOUNTS.isExpired(amount)) return null
  return { token, from: openedAt, until: decidedAt ?? openedAt + TOKEN_LIFETIME_MS }
}

/** For each state, itself and every state that transitions lead to. */
const REACHABLE = reachableStates()
function reachableStates(): Record<ServerRecord['state'], ReadonlySet<string>> {
  const from = (state: ServerRecord['state']): string[] => [
    state,
    ...ATTEMPT_TRANSITIONS[state].flatMap(from),
  ]
  const states = Object.keys(ATTEMPT_TRANSITIONS) as ServerRecord['state'][]
  return Object.fromEntries(states.map((state) => [state, new Set(from(state))])) as never
}
const attemptStateOf = (state: Observation['state']): ServerRecord['state'] =>
  state === 'PENDING' ? 'CREATED' : state

/** P6: two successive answers with states between which no transitions lead. */
function impossibleTransitions(observations: readonly Observation[]): object[] {
  return [...byToken(observations)].flatMap(([token, ofToken]) =>
    ofToken.flatMap((early) =>
      ofToken
        .filter(
          (late) =>
            late.from > early.until &&
            !REACHABLE[attemptStateOf(early.state)].has(attemptStateOf(late.state)),
        )
        .map((late) => ({ token, early: early.state, late: late.state })),
    ),
  )
}
function byToken(observations: readonly Observation[]): Map<string, Observation[]> {
  const grouped = new Map<string, Observation[]>()
  for (const observation of observations) {
    const group = grouped.get(observation.token) ?? []
    grouped.set(observation.token, group)
    group.push(observation)
  }
  return grouped
}

/** P10: issued tokens without a row, and answered states that the row cannot have come from. */
function lostAnswers({ server }: SystemState, { issuedTokens, observations }: History): object[] {
  const states = new Map(server.map((attempt) => [attempt.accessToken, attempt.state]))
  const tokens = issuedTokens.filter(({ token }) => !states.has(token))
  const impossible = observations.flatMap(({ token, state }) => {
    const current = states.get(token)
    return current && REACHABLE[attemptStateOf(state)].has(current)
      ? []
      : [{ token, answered: state, server: current ?? 'no row' }]
  })
  return [
    ...tokens.map(({ token, reference }) => ({ reference, token, server: 'no row' })),
    ...impossible,
  ]
}

/** The minimum of charged attempts, in per cent, for a run to be meaningful. */
const MIN_CHARGED_PERCENT = 20

/** The data that a run leaves for the checker. */
export interface RunEvidence {
  attempts: number
  state: SystemState
  database: DatabaseChecks
  history: History
  /** Answers of `getPayments` that differ from the rows of their person. */
  wrongLists: object[]
}

/** Every invariant with the rows that violate it; those of the database come last. */
export function checkHistory(evidence: RunEvidence): CheckResult[] {
  const { attempts, state, database, history, wrongLists } = evidence
  const issued = new Set(history.issuedTokens.map(({ token }) => token))
  const charged = state.gateway.filter(({ authorized }) => authorized).length
  const rows: Record<CheckedInvariant, object[]> = {
    P1: overlaps(state.gateway, chargedInterval),
    P2: overlaps(state.gateway, (payment) => payableInterval(payment, issued)),
    P3: withoutOutcome(state, history.issuedTokens),
    P4: paidWithoutCharge(state),
    P6: impossibleTransitions(history.observations),
    P7: history.idempotencyViolations,
    P10: lostAnswers(state, history),
    P11: [...history.foreignAnswers, ...wrongLists],
    P12: database.cardNumbers,
    forged: history.acceptedForgeries,
    ledger: [
      ...database.postedTwice,
      ...(database.ledgerSum === 0 ? [] : [{ sum: database.ledgerSum }]),
    ],
    X1: [...history.defects, ...history.crashes],
    enough: charged * 100 < attempts * MIN_CHARGED_PERCENT ? [{ attempts, charged }] : [],
  }
  return [
    ...(Object.keys(CHECKED_INVARIANTS) as CheckedInvariant[]).map((invariant) => ({
      invariant,
      description: CHECKED_INVARIANTS[invariant],
      rows: rows[invariant],
      source: 'history' as const,
    })),
    ...database.invariants.map((violation) => ({
      invariant: violation.code,
      description: violation.description,
      rows: violation.rows,
      source: 'database' as const,
    })),
  ]
}
