import { describe, expect, test } from 'vitest'
import { Payment } from '#contract/entities/payment.ts'
import { aPayment } from '#testing/fixtures/entities.ts'

describe('Payment', () => {
  test('is valid without the type of the card, as the version before answers it', () => {
    const { cardType: _, ...payment } = aPayment()
    expect(Payment.parse(payment)).toEqual(payment)
  })
})
