import { describe, expect, test } from 'vitest'
import type { ServerRecord, GatewayRecord } from '#tools/faultInjection/readState.ts'
import { checkHistory, pendingAtGateway, type RunEvidence } from '#tools/faultInjection/checker.ts'
import type { Observation } from '#tools/faultInjection/history.ts'

/** A minute of one hour, by the gateway's clock. */
const at = (minute: number) => Date.UTC(2026, 10, 20, 12, minute)

/** A payment at the gateway, charged unless `change` says otherwise. */
function gatewayPayment(token: string, change: Partial<GatewayRecord> = {}): GatewayRecord {
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
    behaviour: 'plain',
    mask: '',
    openedAt: at(0),
    decidedAt: at(1),
    voidedAt: null,
    notices: [],
    ...change,
  } satisfies GatewayRecord
  return { ...payment, charged: payment.authorized && !payment.voided }
}
const declined = { authorized: false, code: '51' } as const
const open = { state: 'OPEN', authorized: false, code: '', decidedAt: null } as const

/** An attempt here, PAID unless `change` says otherwise. */
function attempt(token: string, change: Partial<ServerRecord> = {}): ServerRecord {
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
    listed: true,
    ...change,
  }
}
const observation = (
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
const issuedToken = (token: string) => ({ token, reference: `FI-${token}`, attempt: 1 })

/** The evidence of a run without violations, with one payment of each outcome. */
function cleanRun(): RunEvidence {
  const state = {
    gateway: [
      gatewayPayment('paid'),
      gatewayPayment('refused', declined),
      gatewayPayment('voided', { voided: true, voidedAt: at(2) }),
      gatewayPayment('left', open),
      gatewayPayment('cancelled', { ...declined, state: 'CANCELED' }),
      gatewayPayment('too-late', { ...open, state: 'EXPIRED' }),
      gatewayPayment('never-issued', open),
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
  return {
    attempts: 8,
    state,
    database: { postedTwice: [], ledgerSum: 0, invariants: [], cardNumbers: [] },
    history: {
      issuedTokens: ['paid', 'refused', 'voided', 'left', 'too-late', 'again'].map(issuedToken),
      observations: [
        observation('paid', 'PENDING', 1),
        observation('paid', 'PROCESSING', 2, 9),
        observation('paid', 'PAID', 4, 5),
        observation('voided', 'PAID', 1),
        observation('voided', 'VOIDED', 3),
      ],
      acceptedForgeries: [],
      foreignAnswers: [],
      idempotencyViolations: [],
      defects: [],
      crashes: [],
    },
    wrongLists: [],
  }
}
const violatedIn = (evidence: RunEvidence) =>
  checkHistory(evidence)
    .filter(({ rows }) => rows.length > 0)
    .map(({ invariant }) => invariant)

type Violate = (evidence: RunEvidence) => void
const violations: [what: string, invariant: string, violate: Violate][] = [
  [
    'an approved payment that is not PAID here',
    'P3',
    ({ state }) =>
      state.server.push(attempt('lost', { state: 'PROCESSING' })) &&
      state.gateway.push(gatewayPayment('lost')),
  ],
  [
    'an approved payment without a row here',
    'P3',
    ({ state }) => state.gateway.push(gatewayPayment('unknown')),
  ],
  [
    'a declined payment that stays CREATED here',
    'P3',
    ({ state }) =>
      state.gateway.push(gatewayPayment('slow', declined)) &&
      state.server.push(attempt('slow', { state: 'CREATED' })),
  ],
  [
    'a voided charge that stays PAID here',
    'P3',
    ({ state }) =>
      state.gateway.push(gatewayPayment('back', { voided: true, voidedAt: at(2) })) &&
      state.server.push(attempt('back')),
  ],
  [
    'a PAID attempt unknown to the gateway',
    'P4',
    ({ state }) => state.server.push(attempt('dreamt')),
  ],
  [
    'a PAID attempt whose page is open at the gateway',
    'P4',
    ({ state }) =>
      state.gateway.push(gatewayPayment('idle', open)) && state.server.push(attempt('idle')),
  ],
  [
    'a PAID attempt with another amount',
    'P4',
    ({ state }) =>
      state.gateway.push(gatewayPayment('half', { amount: 5_000 })) &&
      state.server.push(attempt('half')),
  ],
  [
    'a PAID attempt with another currency',
    'P4',
    ({ state }) =>
      state.gateway.push(gatewayPayment('usd', { currency: '840' })) &&
      state.server.push(attempt('usd')),
  ],
  [
    'a PAID attempt with the id of another charge',
    'P4',
    ({ state }) =>
      state.gateway.push(gatewayPayment('swap')) &&
      state.server.push(attempt('swap', { paymentToken: 'pay-paid' })),
  ],
  [
    'two charges of one debt',
    'P1',
    ({ state }) =>
      state.gateway.push(
        gatewayPayment('twin', { reference: 'FI-paid', openedAt: at(2), decidedAt: at(3) }),
      ) && state.server.push(attempt('twin', { state: 'REJECTED' })),
  ],
  [
    'two charges of one debt of which one is voided later',
    'P1',
    ({ state }) =>
      state.gateway.push(
        gatewayPayment('twin', {
          reference: 'FI-paid',
          openedAt: at(2),
          decidedAt: at(3),
          voided: true,
          voidedAt: at(4),
        }),
      ) && state.server.push(attempt('twin', { state: 'VOIDED' })),
  ],
  [
    'two payable pages of one debt',
    'P2',
    ({ state, history }) =>
      state.gateway.push(
        gatewayPayment('tab', { ...open, reference: 'FI-left', openedAt: at(3) }),
      ) &&
      history.issuedTokens.push(issuedToken('tab')) &&
      state.server.push(attempt('tab', { state: 'CREATED' })),
  ],
  [
    'an answered state that PAID does not lead to',
    'P6',
    ({ history }) => history.observations.push(observation('paid', 'REJECTED', 6)),
  ],
  [
    'an issued token without a row',
    'P10',
    ({ history }) => history.issuedTokens.push(issuedToken('gone')),
  ],
  [
    'a payment answered as PAID and stored as REJECTED',
    'P10',
    ({ history }) => history.observations.push(observation('refused', 'PAID', 1)),
  ],
  [
    'a request with two answers',
    'P7',
    ({ history }) =>
      history.idempotencyViolations.push({ attempt: 1, identity: 'a', answers: ['00', '05'] }),
  ],
  [
    'a payment answered to another person',
    'P11',
    ({ history }) => history.foreignAnswers.push({ attempt: 1, what: 'paid' }),
  ],
  [
    'a list without one of the payments',
    'P11',
    ({ wrongLists }) => wrongLists.push({ personId: 'ana' }),
  ],
  [
    'a card number in a table',
    'P12',
    ({ database }) => database.cardNumbers.push({ table: 'idempotent_request', rows: 1 }),
  ],
  [
    'an accepted forgery',
    'forged',
    ({ history }) => history.acceptedForgeries.push({ attempt: 1, what: 'webhook' }),
  ],
  [
    'points posted twice',
    'ledger',
    ({ database }) => database.postedTwice.push({ eventId: 'pay-paid', times: 2 }),
  ],
  ['a ledger whose sum is not 0', 'ledger', ({ database }) => (database.ledgerSum = 5)],
  [
    'an HTTP 500',
    'X1',
    ({ history }) => history.defects.push({ attempt: 1, call: 'getPayments', status: 500 }),
  ],
  [
    'a server that crashed',
    'X1',
    ({ history }) => history.crashes.push({ program: 'server 0', exit: '1', lastOutput: '' }),
  ],
  [
    'a violation found by db/invariants',
    'L5',
    ({ database }) => database.invariants.push({ code: 'L5', description: '', rows: [{}] }),
  ],
  ['a run with too few charges', 'enough', (evidence) => (evidence.attempts = 100)],
]
describe('checkHistory', () => {
  test('reports nothing for a run without violations', () => {
    expect(violatedIn(cleanRun())).toEqual([])
  })

  test.each(violations)('reports %s as a violation of %s', (_what, invariant, violate) => {
    const evidence = cleanRun()
    violate(evidence)
    expect(violatedIn(evidence)).toContain(invariant)
  })
})

const webhooks = (outcome: 'pending' | 'delivered') => [
  { id: 'n', view: 'final', outcome, tries: 1 } as const,
]

describe('pendingAtGateway', () => {
  test('lists payments with a pending decision, void or webhook, and no others', () => {
    const pending = [
      gatewayPayment('in-process', { state: 'INPROCESS', authorized: false }),
      gatewayPayment('to-be-voided', { behaviour: 'voidedLater' }),
      gatewayPayment('webhook-pending', { notices: webhooks('pending') }),
    ]
    const finished = [
      gatewayPayment('webhook-delivered', { notices: webhooks('delivered') }),
      gatewayPayment('voided', { behaviour: 'voidedLater', voided: true, voidedAt: at(2) }),
    ]
    expect(pendingAtGateway([...finished, ...pending])).toEqual(pending)
  })
})
