import { describe, expect, test } from 'vitest'
import type { Attempt } from '#db/payments/attempts.ts'
import {
  mismatchedField,
  nextTransition,
  statesAgreeingWith,
} from '#server/payments/outcome/nextTransition.ts'
import { declineReason } from '#server/payments/outcome/outcomeTexts.ts'
import { gatewayPayment } from '#testing/fixtures/gatewayMessages.ts'

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
const payment = gatewayPayment({
  merchantId: 'm',
  ivaDiscountAmount: 7,
  law: '19.210',
  installments: '3',
  card,
  authorizer: { authorizationCode: '123456' },
})

const maskedCardOf = (of: object) => chargeOf({ card: { ...card, ...of } })?.maskedCard
function chargeOf(of: object) {
  const next = nextTransition(attempt, { ...payment, ...of })
  return next.kind === 'transition' ? next.charge : undefined
}

describe('nextTransition', () => {
  test.each([
    ['an approval', {}, 'PAID'],
    ['a decline', { authorized: false, authorizerCode: '51' }, 'REJECTED'],
    ['a cancellation', { state: 'CANCELED', authorized: false, card: null }, 'REJECTED'],
    ['an issuer that has not answered', { state: 'INPROCESS', authorized: false }, 'PROCESSING'],
    ['an approval without a number', { paymentToken: '' }, 'PROCESSING'],
    ['a void', { voided: true }, 'VOIDED'],
    ['a void of another amount', { voided: true, amount: 1 }, 'VOIDED'],
    ['a refund of a charge that was never posted', { refunded: true }, 'VOIDED'],
  ] as const)('%s moves the attempt', (_case, of, to) => {
    expect(nextTransition(attempt, { ...payment, ...of })).toMatchObject({ kind: 'transition', to })
  })

  test('maps a full refund of a paid attempt, an unknown token and an open page', () => {
    const paid = { ...attempt, state: 'PAID' } as Attempt
    const refunded = { ...attempt, state: 'REFUNDED' } as Attempt
    const whole = { ...payment, refunded: true, refundedAmount: payment.amount }
    expect(nextTransition(paid, whole)).toMatchObject({ to: 'REFUNDED' })
    expect(nextTransition(refunded, whole)).toMatchObject({ to: 'REFUNDED' })
    expect(nextTransition(attempt, null)).toEqual({ kind: 'transition', to: 'EXPIRED' })
    const page = { ...payment, state: 'INPROCESS', authorized: false, card: null } as const
    expect(nextTransition(attempt, page)).toEqual({ kind: 'waiting' })
  })

  test.each([
    ['PAID', {}, 'REFUNDED'],
    ['PAID', { refundedAmount: 99 }, 'PAID'],
    ['CREATED', { refundedAmount: 99 }, 'PAID'],
    ['CREATED', {}, 'VOIDED'],
    ['CREATED', { refundedAmount: 100 }, 'VOIDED'],
    ['VOIDED', {}, 'REFUNDED'],
  ] as const)('of a refund, with the attempt %s and %j: %s', (state, of, to) => {
    const seen = { ...attempt, state } as Attempt
    expect(nextTransition(seen, { ...payment, refunded: true, ...of })).toMatchObject({ to })
  })

  test.each([
    ['accessToken', { accessToken: 'x' }],
    ['reference', { reference: 'x' }],
    ['merchantId', { merchantId: 'x' }],
    ['currency', { currency: '840' }],
    ['amount', { amount: 101 }],
  ] as const)('a charge with another %s is a mismatch', (field, of) => {
    expect(nextTransition(attempt, { ...payment, ...of })).toEqual({ kind: 'mismatch', field })
    expect(mismatchedField(attempt, { ...payment, ...of })).toBe(field)
  })

  test('stores the type of the card by its code in the specification', () => {
    const cardTypeOf = (of: object) => chargeOf(of)?.cardType
    expect(cardTypeOf({})).toBe('CC')
    expect(cardTypeOf({ card: { ...card, type: 'D' } })).toBe('CA')
    expect(cardTypeOf({ state: 'CANCELED', authorized: false, card: null })).toBe('')
  })

  test('stores brand and last four digits of a card, whatever the mask holds', () => {
    expect(maskedCardOf({})).toBe('Visa ····0001')
    expect(maskedCardOf({ cardMask: '9999000000030001' })).toBe('Visa ····0001')
    expect(maskedCardOf({ cardBrandName: 'Visa 9999000000030001' })).toBe('Visa ····0001')
  })

  test.each([
    ['an approval', {}, 'p'],
    ['a void', { voided: true, authorized: false }, 'p'],
    ['a refund', { refunded: true }, 'p'],
    ['a void without a number', { voided: true, paymentToken: '' }, undefined],
    ['a decline', { authorized: false, authorizerCode: '51' }, undefined],
    ['a cancellation', { state: 'CANCELED', authorized: false, card: null }, undefined],
  ] as const)('%s: stores the id of a charge where there was one', (_case, of, stored) => {
    expect(chargeOf(of)?.paymentToken).toBe(stored)
  })

  test('stores the instalments that were chosen with the card', () => {
    expect(chargeOf({})?.installments).toBe(3)
    expect(chargeOf({ state: 'CANCELED', card: null, installments: '1' })?.installments).toBe(6)
    expect(chargeOf({ installments: 'x' })?.installments).toBe(6)
  })

  test.each(['05', '12', '13', '14', '51', '54', '55', '57', '61', '65', '91', '96', 'ZZ', ''])(
    'the decline code %s has a sentence for the cardholder',
    (code) => expect(declineReason(code)).toMatch(/^(El|La) .{15,}\.$/),
  )

  test.each(['0', '-3', '2.5', '1e400', '99999999999', 'x', ''])(
    'keeps the attempt’s instalments for %j, which the column does not take',
    (installments) => {
      expect(chargeOf({ installments })?.installments).toBe(6)
      expect(chargeOf({ installments: '12' })?.installments).toBe(12)
    },
  )
})

describe('the stored charge', () => {
  test('of a cancellation says so, and asks for no notification', () => {
    const canceled = { ...payment, state: 'CANCELED', authorized: false, card: null } as const
    expect(nextTransition(attempt, canceled)).toMatchObject({
      canceled: true,
      charge: { reason: 'Cancelaste el pago.', maskedCard: '' },
    })
  })

  test('of a decline has the issuer’s reason, and that of an approval has none', () => {
    const declined = { authorized: false, authorizerCode: '51' }
    expect(chargeOf(declined)?.reason).toBe(declineReason('51'))
    expect(chargeOf({})?.reason).toBe('')
  })

  test('has the authorisation and the law, cut to what their columns take', () => {
    const long = '1'.repeat(30)
    expect(chargeOf({})).toMatchObject({ authorizationCode: '123456', law: '19.210' })
    expect(chargeOf({ authorizer: null, law: '' })).toMatchObject({
      authorizationCode: '',
      law: '0',
    })
    expect(chargeOf({ authorizer: { authorizationCode: long }, law: long })).toMatchObject({
      authorizationCode: long.slice(0, 20),
      law: long.slice(0, 20),
    })
  })

  test('has at most the attempt’s own amount as given back', () => {
    expect(chargeOf({ refunded: true, refundedAmount: 40 })?.refundedAmount).toBe(40)
    const more = { voided: true, amount: 900, refunded: true, refundedAmount: 900 }
    expect(chargeOf(more)?.refundedAmount).toBe(100)
  })

  test('has fewer than a thousand instalments', () => {
    expect(chargeOf({ installments: '999' })?.installments).toBe(999)
    expect(chargeOf({ installments: '1000' })?.installments).toBe(6)
  })

  test('has a brand of forty characters at most, and no spaces around it', () => {
    expect(maskedCardOf({ cardBrandName: 'V'.repeat(50) })).toBe(`${'V'.repeat(40)} ····0001`)
    expect(maskedCardOf({ cardBrandName: '' })).toBe('····0001')
    expect(maskedCardOf({ cardMask: '01-*2' })).toBe('Visa ····012')
  })
})

describe('statesAgreeingWith', () => {
  const none = { ...payment, authorized: false }
  test.each([
    ['a charge', payment, []],
    ['a payment without a charge', none, ['REJECTED', 'EXPIRED']],
    ['an open page', { ...none, state: 'INPROCESS' }, ['REJECTED']],
    ['a void', { ...none, voided: true }, ['REJECTED']],
    ['a refund', { ...none, refunded: true }, ['REJECTED']],
    ['a void of an approval', { ...payment, voided: true }, ['REJECTED']],
  ] as const)('%s', (_case, message, states) => {
    expect(statesAgreeingWith(message)).toEqual(states)
  })
})
