import { describe, expect, test } from 'vitest'
import {
  at,
  attempt,
  cleanRun,
  declined,
  gatewayPayment,
  issuedToken,
  observation,
  undecided,
} from '#testing/fixtures/faultRunFixtures.ts'
import { checkHistory, pendingAtGateway, type RunEvidence } from '#tools/faultInjection/checker.ts'

const violatedIn = (evidence: RunEvidence) =>
  checkHistory(evidence)
    .filter(({ rows }) => rows.length > 0)
    .map(({ code }) => code)

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
      state.gateway.push(gatewayPayment('idle', undecided)) && state.server.push(attempt('idle')),
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
        gatewayPayment('tab', { ...undecided, reference: 'FI-left', openedAt: at(3) }),
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
  ['a request with two answers', 'P7', ({ history }) => history.violations.P7.push({})],
  ['a payment answered to another person', 'P11', ({ history }) => history.violations.P11.push({})],
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
      gatewayPayment('webhook-pending', { notices: webhooks('pending') }),
    ]
    const finished = [
      gatewayPayment('webhook-delivered', { notices: webhooks('delivered') }),
      gatewayPayment('voided', { behaviour: 'voidedLater', voided: true, voidedAt: at(2) }),
    ]
    expect(pendingAtGateway([...finished, ...pending])).toEqual(pending)
  })
})
