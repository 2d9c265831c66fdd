import { ATTEMPT_TRANSITIONS } from '#contract/entities/payment.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import type { History, IssuedToken, Observation } from '#lab/evidence/history.ts'
import type { GatewayRecord, ServerRecord, SystemState } from '#lab/evidence/readState.ts'
import { TOKEN_LIFETIME_MS } from '#sandbox/calls/payment.ts'
import { MAGIC_AMOUNTS } from '#sandbox/cards.ts'

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
  issuedTokens: readonly IssuedToken[],
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
      payment.webhooks.some(({ outcome }) => outcome === 'pending'),
  )
}

/** P4: PAID here without the same charge at the gateway. */
export function paidWithoutCharge({ gateway, server }: SystemState): object[] {
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

/** P13: charges of which something else was given back there than here, or than an operator asked for. */
export function wronglyRefunded({ gateway, server }: SystemState, { refunds }: History): object[] {
  const byToken = new Map(server.map((attempt) => [attempt.accessToken, attempt]))
  const asked = new Map(refunds.map((refund) => [refund.token, refund]))
  return gateway.flatMap(({ token, refundedAmount }) => {
    const attempt = byToken.get(token)
    const { amount = 0, isDone = false } = asked.get(token) ?? {}
    const isAsked = refundedAmount === amount || (refundedAmount === 0 && !isDone)
    const here = attempt?.refundedAmount ?? 0
    if (isAsked && here === refundedAmount && !attempt?.refunding) return []
    return [{ token, asked: amount, isDone, gateway: refundedAmount, server: here }]
  })
}

/** Payments and refunds whose outcome one side has still to learn. */
export const countPending = (state: SystemState, history: History): number =>
  pendingAtGateway(state.gateway).length +
  withoutOutcome(state, history.issuedTokens).length +
  wronglyRefunded(state, history).length

/** An interval by the gateway's clock, in milliseconds. */
interface Interval {
  reference: string
  token: string
  from: number
  until: number
}
/** Pairs of payments of one debt whose intervals overlap. */
function overlaps(
  payments: readonly GatewayRecord[],
  intervalOf: (payment: GatewayRecord) => Interval | null,
): object[] {
  const intervals = payments.map(intervalOf).filter((interval) => interval !== null)
  const byDebt = Map.groupBy(intervals, ({ reference }) => reference)
  return [...byDebt].flatMap(([reference, ofDebt]) => {
    const inOrder = ofDebt.toSorted((a, b) => a.from - b.from)
    return inOrder.flatMap((interval, index) => {
      const next = inOrder[index + 1]
      return next && next.from < interval.until
        ? [{ reference, tokens: [interval.token, next.token] }]
        : []
    })
  })
}

/** P1: from the charge to its void. */
function chargedInterval(payment: GatewayRecord): Interval | null {
  const { token, reference, authorized, decidedAt, voidedAt } = payment
  if (!authorized || decidedAt === null) return null
  return { token, reference, from: decidedAt, until: voidedAt ?? Number.POSITIVE_INFINITY }
}

/** P2: while the page could be paid; null for a token that no client has. */
function payableInterval(payment: GatewayRecord, issued: ReadonlySet<string>): Interval | null {
  const { token, reference, openedAt, decidedAt, amount } = payment
  if (!issued.has(token) || MAGIC_AMOUNTS.isExpired(amount)) return null
  return { token, reference, from: openedAt, until: decidedAt ?? openedAt + TOKEN_LIFETIME_MS }
}

/** The state itself, and every state that transitions lead to from it. */
const reachableFrom = (state: ServerRecord['state']): ServerRecord['state'][] => [
  state,
  ...ATTEMPT_TRANSITIONS[state].flatMap(reachableFrom),
]
/** The state that an answer shows of an attempt. */
export const shownState = (state: ServerRecord['state']): Observation['state'] => {
  if (state === 'EXPIRED') return 'REJECTED'
  return state === 'CREATED' ? 'PENDING' : state
}
/** The states that an answer shows as this one. */
const attemptStatesOf = (state: Observation['state']) =>
  (Object.keys(ATTEMPT_TRANSITIONS) as ServerRecord['state'][]).filter(
    (one) => shownState(one) === state,
  )
const leadsTo = (early: Observation['state'], late: readonly ServerRecord['state'][]) =>
  attemptStatesOf(early)
    .flatMap(reachableFrom)
    .some((state) => late.includes(state))

/** P6: two successive answers with states between which no transitions lead. */
function impossibleTransitions(observations: readonly Observation[]): object[] {
  const byToken = Map.groupBy(observations, ({ token }) => token)
  return [...byToken].flatMap(([token, ofToken]) =>
    ofToken.flatMap((early) =>
      ofToken
        .filter(
          (late) => late.from > early.until && !leadsTo(early.state, attemptStatesOf(late.state)),
        )
        .map((late) => ({ token, early: early.state, late: late.state })),
    ),
  )
}

/** P10: issued tokens without a row, and answered states that the row cannot have come from. */
function lostAnswers({ server }: SystemState, { issuedTokens, observations }: History): object[] {
  const states = new Map(server.map((attempt) => [attempt.accessToken, attempt.state]))
  const tokens = issuedTokens.filter(({ token }) => !states.has(token))
  const impossible = observations.flatMap(({ token, state }) => {
    const current = states.get(token)
    return current && leadsTo(state, [current])
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
  history: History
  cardNumbers: object[]
  /** The results of db/invariants, which need our database alone. */
  invariants: Violation[]
}

const DESCRIPTIONS = {
  P1: 'ninguna deuda se cobró dos veces, ni por un momento',
  P2: 'nunca hubo dos páginas de pago abiertas para una deuda',
  P3: 'lo que la pasarela aprobó está pago acá; lo que terminó allá terminó acá',
  P4: 'lo pago acá está aprobado allá, con el mismo número, importe y moneda',
  P6: 'ningún pago volvió a un estado anterior al que se había contestado',
  P7: 'el mismo pedido tuvo un solo efecto y una sola respuesta',
  P10: 'lo que se contestó con 00 sigue en la base',
  P11: 'nadie recibió pagos ajenos, y cada persona recibe los suyos una vez',
  P13: 'se devolvió una vez lo que se pidió, o nada, y es lo mismo acá y allá',
  P12: 'ningún número de tarjeta quedó guardado',
  forged: 'ningún mensaje falsificado fue aceptado',
  X1: 'ningún pedido causó un error del servidor, y ningún programa terminó solo',
  enough: 'hubo suficientes cobros para comprobar',
}

/** Every invariant with the rows that violate it; without rows it holds. */
export function checkHistory(evidence: RunEvidence): Violation[] {
  const { attempts, state, history, cardNumbers } = evidence
  const issued = new Set(history.issuedTokens.map(({ token }) => token))
  const charged = state.gateway.filter(({ authorized }) => authorized).length
  const isEnough = charged * 100 >= attempts * MIN_CHARGED_PERCENT
  const rows: Record<keyof typeof DESCRIPTIONS, object[]> = {
    ...history.violations,
    P1: overlaps(state.gateway, chargedInterval),
    P2: overlaps(state.gateway, (payment) => payableInterval(payment, issued)),
    P3: withoutOutcome(state, history.issuedTokens),
    P4: paidWithoutCharge(state),
    P6: impossibleTransitions(history.observations),
    P10: [...history.violations.P10, ...lostAnswers(state, history)],
    P13: wronglyRefunded(state, history),
    P12: cardNumbers,
    enough: isEnough ? [] : [{ attempts, charged }],
  }
  return [
    ...Object.entries(DESCRIPTIONS).map(([code, description]) => ({
      code,
      description,
      rows: rows[code as keyof typeof DESCRIPTIONS],
    })),
    ...evidence.invariants,
  ]
}
