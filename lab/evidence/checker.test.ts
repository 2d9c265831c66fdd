import { describe, expect, test } from 'vitest'
import { checkHistory, pendingAtGateway, type RunEvidence } from '#lab/evidence/checker.ts'
import {
  at,
  attempt,
  cleanRun,
  declined,
  gatewayPayment,
  issuedToken,
  observation,
  undecided,
} from '#lab/evidence/faultRunFixtures.ts'
import type { GatewayRecord, ServerRecord } from '#lab/evidence/readState.ts'

const violatedIn = (evidence: RunEvidence) =>
  checkHistory(evidence)
    .filter(({ rows }) => rows.length > 0)
    .map(({ code }) => code)

type Violate = (evidence: RunEvidence) => void
/** Adds a payment at the gateway, charged unless it says otherwise, and its attempt here, PAID; null: none. */
const pay =
  (token: string, atGateway: Partial<GatewayRecord> | null, here: Partial<ServerRecord> | null) =>
  ({ state }: RunEvidence) => {
    if (atGateway) state.gateway.push(gatewayPayment(token, atGateway))
    if (here) state.server.push(attempt(token, here))
  }
const second = { reference: 'FI-paid', openedAt: at(2), decidedAt: at(3) }
const voidedLater = { ...second, voided: true, voidedAt: at(4) }

const violations: [what: string, invariant: string, violate: Violate][] = [
  ['an approved payment that is not PAID here', 'P3', pay('lost', {}, { state: 'PROCESSING' })],
  ['an approved payment without a row here', 'P3', pay('unknown', {}, null)],
  ['a declined payment that stays CREATED', 'P3', pay('slow', declined, { state: 'CREATED' })],
  ['a voided charge that stays PAID', 'P3', pay('back', { voided: true, voidedAt: at(2) }, {})],
  ['a PAID attempt unknown to the gateway', 'P4', pay('dreamt', null, {})],
  ['a PAID attempt whose page is open at the gateway', 'P4', pay('idle', undecided, {})],
  ['a PAID attempt with another amount', 'P4', pay('half', { amount: 5_000 }, {})],
  ['a PAID attempt with another currency', 'P4', pay('usd', { currency: '840' }, {})],
  ['a PAID attempt with the id of another charge', 'P4', pay('swap', {}, { paymentToken: 'paid' })],
  ['two charges of one debt', 'P1', pay('twin', second, { state: 'REJECTED' })],
  [
    'two charges of one debt of which one is voided later',
    'P1',
    pay('twin', voidedLater, { state: 'VOIDED' }),
  ],
  [
    'two payable pages of one debt',
    'P2',
    (evidence) => {
      const page = { ...undecided, reference: 'FI-left', openedAt: at(3) }
      pay('tab', page, { state: 'CREATED' })(evidence)
      evidence.history.recordToken(issuedToken('tab'))
    },
  ],
  [
    'an answered state that PAID does not lead to',
    'P6',
    ({ history }) => history.observations.push(observation('paid', 'REJECTED', 6)),
  ],
  [
    'an issued token without a row',
    'P10',
    ({ history }) => history.recordToken(issuedToken('gone')),
  ],
  [
    'a payment answered as PAID and stored as REJECTED',
    'P10',
    ({ history }) => history.observations.push(observation('refused', 'PAID', 1)),
  ],
  ['a request with two answers', 'P7', ({ history }) => history.violations.P7.push({})],
  ['a payment answered to another person', 'P11', ({ history }) => history.violations.P11.push({})],
  ['a refund that is not here', 'P13', pay('part', { refundedAmount: 5 }, {})],
  ['a refund without an answer', 'P13', pay('part', {}, { refunding: true })],
  [
    'a refund that was made twice',
    'P13',
    (evidence) => {
      pay('part', { refundedAmount: 10 }, { refundedAmount: 10 })(evidence)
      evidence.history.refunds.push({ token: 'part', amount: 5, isDone: true })
    },
  ],
  [
    'a refund that was answered and not made',
    'P13',
    (evidence) => {
      pay('part', {}, {})(evidence)
      evidence.history.refunds.push({ token: 'part', amount: 5, isDone: true })
    },
  ],
  ['a card number in a table', 'P12', ({ cardNumbers }) => cardNumbers.push({})],
  ['an accepted forgery', 'forged', ({ history }) => history.violations.forged.push({})],
  ['an HTTP 500', 'X1', ({ history }) => history.violations.X1.push({})],
  [
    'a violation found by db/invariants',
    'L5',
    ({ invariants }) => invariants.push({ code: 'L5', description: '', rows: [{}] }),
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
      gatewayPayment('webhook-pending', { webhooks: webhooks('pending') }),
    ]
    const finished = [
      gatewayPayment('webhook-delivered', { webhooks: webhooks('delivered') }),
      gatewayPayment('voided', { behaviour: 'voidedLater', voided: true, voidedAt: at(2) }),
    ]
    expect(pendingAtGateway([...finished, ...pending])).toEqual(pending)
  })
})
