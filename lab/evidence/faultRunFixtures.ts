import type { RunEvidence } from '#lab/evidence/checker.ts'
import { History, type Observation } from '#lab/evidence/history.ts'
import type { GatewayRecord, ServerRecord } from '#lab/evidence/readState.ts'

/** A minute of one hour, by the gateway's clock. */
export const at = (minute: number) => Date.UTC(2026, 10, 20, 12, minute)

/** A payment at the gateway, charged unless `change` says otherwise. */
export function gatewayPayment(token: string, change: Partial<GatewayRecord> = {}): GatewayRecord {
  const payment = {
    token,
    paymentToken: `pay-${token}`,
    auditNumber: token,
    reference: `FI-${token}`,
    merchantId: '900001',
    currency: '858',
    amount: 10_000,
    state: 'PROCESSED',
    code: '00',
    authorized: true,
    voided: false,
    charged: true,
    refundedAmount: 0,
    behaviour: 'plain',
    mask: '',
    openedAt: at(0),
    decidedAt: at(1),
    voidedAt: null,
    webhooks: [],
    ...change,
  } satisfies GatewayRecord
  return { ...payment, charged: payment.authorized && !payment.voided }
}
export const declined = { authorized: false, code: '51' } as const
export const undecided = { state: 'OPEN', authorized: false, code: '', decidedAt: null } as const

/** An attempt here, PAID unless `change` says otherwise. */
export function attempt(token: string, change: Partial<ServerRecord> = {}): ServerRecord {
  return {
    id: `id-${token}`,
    personId: 'ana',
    state: 'PAID',
    accessToken: token,
    paymentToken: `pay-${token}`,
    reference: `FI-${token}`,
    merchantId: '900001',
    currency: '858',
    amount: 10_000,
    refundedAmount: 0,
    refunding: false,
    listed: true,
    ...change,
  }
}
export const observation = (
  token: string,
  state: Observation['state'],
  from: number,
  until = from,
): Observation => ({
  token,
  state,
  from,
  until,
})
export const issuedToken = (token: string) => ({ token, reference: `FI-${token}`, attempt: 1 })

/** The evidence of a run without violations, with one payment of each outcome. */
export function cleanRun(): RunEvidence {
  const state = {
    gateway: [
      gatewayPayment('paid'),
      gatewayPayment('refused', declined),
      gatewayPayment('voided', { voided: true, voidedAt: at(2) }),
      gatewayPayment('left', undecided),
      gatewayPayment('cancelled', { ...declined, state: 'CANCELED' }),
      gatewayPayment('too-late', { ...undecided, state: 'EXPIRED' }),
      gatewayPayment('never-issued', undecided),
      // A second page of a debt, opened after the first was declined.
      gatewayPayment('again', { reference: 'FI-refused', openedAt: at(3), decidedAt: at(4) }),
    ],
    server: [
      attempt('paid'),
      attempt('refused', { state: 'REJECTED' }),
      attempt('voided', { state: 'VOIDED' }),
      attempt('left', { state: 'CREATED', paymentToken: null }),
      attempt('cancelled', { state: 'REJECTED' }),
      attempt('too-late', { state: 'EXPIRED', paymentToken: null }),
      attempt('again', { reference: 'FI-refused' }),
      attempt('unopened', { state: 'CREATED', accessToken: null, paymentToken: null }),
    ],
  }
  const history = new History()
  for (const token of ['paid', 'refused', 'voided', 'left', 'too-late', 'again'])
    history.recordToken(issuedToken(token))
  history.observations.push(
    observation('paid', 'PENDING', 1),
    observation('paid', 'PROCESSING', 2, 9),
    observation('paid', 'PAID', 4, 5),
    observation('voided', 'PAID', 1),
    observation('voided', 'VOIDED', 3),
    // An answer shows EXPIRED as REJECTED.
    observation('too-late', 'PENDING', 1),
    observation('too-late', 'REJECTED', 3),
  )
  return { attempts: 8, state, history, cardNumbers: [], invariants: [] }
}
