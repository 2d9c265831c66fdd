import { describe, expect, test } from 'vitest'
import { PAYMENT_STATES, Payment, paymentDate, wasCharged } from '#contract/entities/payment.ts'
import { aPayment } from '#testing/fixtures/entities.ts'

describe('Payment', () => {
  test('is valid without the type of the card, as the version before answers it', () => {
    const { cardType: _, ...payment } = aPayment()
    expect(Payment.parse(payment)).toEqual(payment)
  })
})

describe('wasCharged', () => {
  test('is true of the states of a charge, also of one that was undone', () => {
    expect(PAYMENT_STATES.filter(wasCharged)).toEqual(['PAID', 'VOIDED', 'REFUNDED'])
  })
})

describe('paymentDate', () => {
  test('is that of the charge, and until then of the beginning', () => {
    const { chargedAt: _, ...begun } = aPayment({ datetime: '20260907120000' })
    expect(paymentDate(begun)).toBe('20260907120000')
    expect(paymentDate({ ...begun, chargedAt: '20260907120130' })).toBe('20260907120130')
  })
})
