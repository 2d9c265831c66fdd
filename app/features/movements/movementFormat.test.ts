import { describe, expect, test } from 'vitest'
import { byStamp, litresText, signedPointsText } from '#app/features/movements/movementFormat.ts'
import { pumpPrice } from '#contract/entities/movement.ts'
import { aMovement } from '#testing/fixtures/entities.ts'

describe('movementFormat', () => {
  test('points have a singular and a plural', () => {
    expect([111, 1, 0, -1, -1250].map(signedPointsText)).toEqual([
      '+111 puntos',
      '+1 punto',
      '0 puntos',
      '-1 punto',
      '-1.250 puntos',
    ])
  })

  test('the pump price is before the discount, and null for other products', () => {
    const fuel = aMovement({ millilitres: 37_914, amount: 288_569, discount: 2_914 })
    expect(pumpPrice(fuel)).toBe(7688)
    expect(litresText(fuel)).toBe('37,914\u00A0l')
    expect(pumpPrice(aMovement({ millilitres: 0 }))).toBeNull()
    expect(litresText(aMovement({ millilitres: 0 }))).toBe('')
  })

  const at = (rrn: string, datetime: string) => aMovement({ rrn, datetime })

  test('items are grouped by day or month in their order', () => {
    const movements = [
      at('c', '20261120235959'),
      at('b', '20261120000000'),
      at('a', '20261119235959'),
    ]
    const grouped = (unit: 'day' | 'month') =>
      byStamp(movements, unit).map(({ stamp, items }) => [
        stamp,
        items.map(({ rrn }) => rrn).join(''),
      ])
    expect(grouped('month')).toEqual([['202611', 'cba']])
    expect(grouped('day')).toEqual([
      ['20261120', 'cb'],
      ['20261119', 'a'],
    ])
    expect(byStamp([], 'day')).toEqual([])
  })
})
