import { describe, expect, test } from 'vitest'
import { isCharged, isFullyRefunded } from '#contract/geopay.ts'

const approved = { authorized: true, voided: false, refunded: false, amount: 100 }

describe('isCharged', () => {
  test.each([
    ['an approval', {}, true],
    ['a decline or a page in use', { authorized: false }, false],
    ['a void', { voided: true }, false],
    ['a refund without an amount', { refunded: true }, false],
    ['a refund of the whole amount', { refunded: true, refundedAmount: 100 }, false],
    ['a refund of a part', { refunded: true, refundedAmount: 99 }, true],
    ['a refund of 0', { refunded: true, refundedAmount: 0 }, true],
    ['a void after a refund of a part', { voided: true, refunded: true, refundedAmount: 1 }, false],
  ])('%s: %j is %s', (_case, state, expected) => {
    expect(isCharged({ ...approved, ...state })).toBe(expected)
  })
})

describe('isFullyRefunded', () => {
  test('is false of a payment without a refund', () => {
    expect(isFullyRefunded(approved)).toBe(false)
  })
})
