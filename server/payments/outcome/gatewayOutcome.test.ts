import { expect, test } from 'vitest'
import type { GatewayPayment } from '#contract/geopay.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import { declineReason } from '#server/payments/outcome/declineReasons.ts'
import { differenceOf, nextTransition } from '#server/payments/outcome/gatewayOutcome.ts'

const attempt = {
  accessToken: 't',
  debtReference: 'r',
  merchantId: 'm',
  currency: '858',
  amount: 100,
  installments: 6,
  state: 'CREATED',
} as Attempt
const card = {
  cardBrandName: 'Visa',
  issuerName: 'B',
  type: 'C',
  cardMask: '999900******0001',
} as const
const payment: GatewayPayment = {
  paymentToken: 'p',
  accessToken: 't',
  reference: 'r',
  merchantId: 'm',
  dateTime: '',
  state: 'PROCESSED',
  authorized: true,
  voided: false,
  refunded: false,
  authorizerCode: '00',
  authorizerDescription: '',
  paymentmode: 'CARD',
  currency: '858',
  amount: 100,
  tipAmount: 0,
  taxedAmount: 0,
  taxAmount: 0,
  ivaDiscountAmount: 7,
  law: '19.210',
  installments: '3',
  card,
  authorizer: { authorizationCode: '123456' },
}

const maskOf = (of: object) => factsOf({ card: { ...card, ...of } })?.maskedCard
function factsOf(of: object) {
  const verdict = nextTransition(attempt, { ...payment, ...of })
  return verdict.kind === 'moves' ? verdict.facts : undefined
}

test.each([
  ['an approval', {}, 'PAID'],
  ['a decline', { authorized: false, authorizerCode: '51' }, 'REJECTED'],
  ['a cancellation', { state: 'CANCELED', authorized: false, card: null }, 'REJECTED'],
  ['an issuer that is silent', { state: 'INPROCESS', authorized: false }, 'PROCESSING'],
  ['an approval without a number', { paymentToken: '' }, 'PROCESSING'],
  ['a void', { voided: true }, 'VOIDED'],
  ['a void of another amount', { voided: true, amount: 1 }, 'VOIDED'],
  ['a refund that we never heard paid', { refunded: true }, 'VOIDED'],
] as const)('%s moves the attempt', (_what, of, to) => {
  expect(nextTransition(attempt, { ...payment, ...of })).toMatchObject({ kind: 'moves', to })
})

test('a refund of a paid attempt is a refund, nothing is an end, an open page is open', () => {
  const paid = { ...attempt, state: 'PAID' } as Attempt
  const whole = { ...payment, refunded: true, refundedAmount: payment.amount }
  expect(nextTransition(paid, whole)).toMatchObject({ to: 'REFUNDED' })
  expect(nextTransition(attempt, null)).toEqual({ kind: 'moves', to: 'EXPIRED' })
  const page = { ...payment, state: 'INPROCESS', authorized: false, card: null } as const
  expect(nextTransition(attempt, page)).toEqual({ kind: 'open' })
})

test.each([
  ['PAID', {}, 'REFUNDED'],
  ['PAID', { refundedAmount: 99 }, 'PAID'],
  ['CREATED', { refundedAmount: 99 }, 'PAID'],
  ['CREATED', {}, 'VOIDED'],
  ['CREATED', { refundedAmount: 100 }, 'VOIDED'],
  ['VOIDED', {}, 'REFUNDED'],
] as const)('of a return, an attempt that is %s and %j: %s', (state, of, to) => {
  const seen = { ...attempt, state } as Attempt
  expect(nextTransition(seen, { ...payment, refunded: true, ...of })).toMatchObject({ to })
})

test.each([
  ['accessToken', { accessToken: 'x' }],
  ['reference', { reference: 'x' }],
  ['merchantId', { merchantId: 'x' }],
  ['currency', { currency: '840' }],
  ['amount', { amount: 101 }],
] as const)('a charge of another %s is not ours', (differs, of) => {
  expect(nextTransition(attempt, { ...payment, ...of })).toEqual({ kind: 'alien', differs })
  expect(differenceOf(attempt, { ...payment, ...of })).toBe(differs)
})

test('of a card only brand and last four digits are kept, whatever the gateway calls a mask', () => {
  expect(maskOf({})).toBe('Visa ····0001')
  expect(maskOf({ cardMask: '9999000000030001' })).toBe('Visa ····0001')
  expect(maskOf({ cardBrandName: 'Visa 9999000000030001' })).toBe('Visa ····0001')
})

test.each([
  ['an approval', {}, 'p'],
  ['a void', { voided: true, authorized: false }, 'p'],
  ['a refund', { refunded: true }, 'p'],
  ['a void without a number', { voided: true, paymentToken: '' }, undefined],
  ['a decline', { authorized: false, authorizerCode: '51' }, undefined],
  ['a cancellation', { state: 'CANCELED', authorized: false, card: null }, undefined],
] as const)('%s: the number of a charge is kept where there was one', (_what, of, kept) => {
  expect(factsOf(of)?.paymentToken).toBe(kept)
})

test('what was chosen on the page is kept; an unused page chose nothing', () => {
  expect(factsOf({})?.installments).toBe(3)
  expect(factsOf({ state: 'CANCELED', card: null, installments: '1' })?.installments).toBe(6)
  expect(factsOf({ installments: 'x' })?.installments).toBe(6)
})

test.each(['05', '12', '13', '14', '51', '54', '55', '57', '61', '65', '91', '96', 'ZZ', ''])(
  'code %s has words for the card’s holder',
  (code) => expect(declineReason(code)).toMatch(/^(El|La) .{15,}\.$/),
)

test.each(['0', '-3', '2.5', '1e400', '99999999999', 'x', ''])(
  'instalments that no database could keep, %j, are those that were asked for',
  (installments) => {
    expect(factsOf({ installments })?.installments).toBe(6)
    expect(factsOf({ installments: '12' })?.installments).toBe(12)
  },
)
