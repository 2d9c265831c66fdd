import { describe, expect, test } from 'vitest'
import { currentSpendingCode } from '#app/features/rewards/currentSpendingCode.ts'

const codes = ['20261120120000', '20261120120030', '20261120120100'].map((from, place) => ({
  digits: `00000${place}`,
  text: `S60000001C00000${place}`,
  from,
}))
const answer = { time: '20261120120012', spendablePoints: 100, codes }

describe('currentSpendingCode', () => {
  test.each([
    [0, '000000', 18],
    [17_999, '000000', 1],
    [18_000, '000001', 30],
    [47_999, '000001', 1],
    [77_999, '000002', 1],
  ])('after %i ms shows the code of that moment', (elapsed, digits, secondsLeft) => {
    expect(currentSpendingCode(answer, elapsed)).toMatchObject({ digits, secondsLeft })
  })

  test('shows none when the last one is over, and the present one to a clock that went back', () => {
    expect(currentSpendingCode(answer, 78_000)).toBeUndefined()
    expect(currentSpendingCode(answer, -3_600_000)).toMatchObject({ digits: '000000' })
  })
})
