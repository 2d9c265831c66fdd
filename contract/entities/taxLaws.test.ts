import { describe, expect, test } from 'vitest'
import type { Indi } from '#contract/entities/debt.ts'
import { BORDER_INDI, BORDER_SIDES, expectedRefund, TAX_LAWS } from '#contract/entities/taxLaws.ts'

const sale = (indi: Indi) => ({ amount: 10_000, taxedAmount: 8100, indi, finalConsumer: true })

describe('expectedRefund', () => {
  test.each([
    [1, '17.934', 243, true],
    [2, '18.083', 300, true],
    [3, '18.910', 243, false],
    [4, '18.999', 243, true],
    [6, '19.210', 243, false],
  ] as const)(
    'of indicator %d is by law %s: %d cents of 3 %%; with a credit card too: %s',
    (indi, law, cents, withCredit) => {
      expect(expectedRefund(sale(indi), 300)).toMatchObject({
        cents,
        law: { law },
        basisPoints: 300,
      })
      expect(expectedRefund(sale(indi), 300, true)).toMatchObject({ cents })
      expect(expectedRefund(sale(indi), 300, false) !== null).toBe(withCredit)
      expect(TAX_LAWS[indi]?.name).toMatch(new RegExp(`^Ley ${law}, [a-zA-Z]{5}`))
    },
  )

  test('is none without a law, for a company, and while the rate is not known', () => {
    expect(expectedRefund(sale(0), 300)).toBeNull()
    expect(expectedRefund({ ...sale(6), finalConsumer: false }, 300)).toBeNull()
    expect(expectedRefund(sale(6), null)).toBeNull()
    expect(expectedRefund(sale(6), 0)).toMatchObject({ cents: 0 })
  })

  test('near the border is that of indicator 2, by the country on the other side', () => {
    expect([BORDER_INDI, ...BORDER_SIDES]).toEqual([2, 'argentina', 'brazil'])
  })
})
