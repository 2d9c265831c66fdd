import { describe, expect, test, vi } from 'vitest'
import {
  hasPaymentInProgress,
  markPayment,
  unmarkPayment,
} from '#app/features/payments/paymentInProgress.ts'
import { storage } from '#kit/browser/storage.ts'

const NOW = new Date('2026-11-22T10:00:00-03:00')
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

describe('hasPaymentInProgress', () => {
  test('is true from the mark until it is removed', () => {
    const place = storage('localStorage')
    expect(hasPaymentInProgress(place, NOW)).toBe(false)
    markPayment(place, NOW)
    expect(hasPaymentInProgress(place, minutes(11))).toBe(true)
    unmarkPayment(place)
    expect(hasPaymentInProgress(place, NOW)).toBe(false)
  })

  test.each([
    ['once the card can no longer be charged', 16],
    ['when the clock was set back', -60],
  ])('is false %s', (_, after) => {
    const place = storage('localStorage')
    markPayment(place, NOW)
    expect(hasPaymentInProgress(place, minutes(after))).toBe(false)
  })

  test('is false for an entry that is not a time', () => {
    const place = storage('localStorage')
    place.setItem('paymentUntil', '{')
    expect(hasPaymentInProgress(place, NOW)).toBe(false)
  })

  test('a full storage does not stop the payment', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const place = storage('localStorage')
    place.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    markPayment(place, NOW)
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })
})
