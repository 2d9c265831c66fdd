import { describe, expect, test } from 'vitest'
import { dayNumber, priceOn, priceSteps, tankYearAgo } from '#app/features/stations/priceSeries.ts'
import { costOf } from '#app/features/stations/tank.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'

const row = (validFrom: string, validTo: string, price: number): OfficialPrice => ({
  product: 'super',
  price,
  validFrom,
  validTo,
  decree: 'Decreto 130/025',
})
const published = [
  row('20250901', '20251031', 7820),
  row('20260101', '20260228', 7779),
  row('20260301', '20260430', 7688),
]
const NOON = new Date('2026-11-20T12:00:00-03:00')

describe('priceSteps', () => {
  test('leaves the days that no row covers between two steps', () => {
    const [first, second, third] = priceSteps(published, NOON)
    expect(first).toEqual({
      from: dayNumber('20250901'),
      to: dayNumber('20251101'),
      value: 7820,
      isPlanned: false,
    })
    expect(second?.from).toBe(dayNumber('20260101'))
    expect(second?.to).toBe(third?.from)
    expect(third?.to).toBe(dayNumber('20260501'))
  })

  test('a row without a last day holds until the next row, or through today, or is planned', () => {
    const steps = priceSteps([row('20260101', '', 7700), row('20260501', '', 7800)], NOON)
    expect(steps[0]?.to).toBe(dayNumber('20260501'))
    expect(steps[1]).toMatchObject({ to: dayNumber('20261121'), isPlanned: false })
    const [current, planned] = priceSteps([row('20260501', '', 1), row('20270101', '', 2)], NOON)
    expect(current?.to).toBe(planned?.from)
    expect(planned).toMatchObject({ to: dayNumber('20270131'), isPlanned: true })
  })

  test('rows that overlap or begin on one day give steps that do not go backwards', () => {
    const steps = priceSteps(
      [row('20260101', '20261231', 1), row('20260301', '', 2), row('20260301', '', 3)],
      NOON,
    )
    for (const { from, to } of steps) expect(to).toBeGreaterThanOrEqual(from)
    expect(steps[0]?.to).toBe(dayNumber('20260301'))
  })
})

describe('priceOn', () => {
  test.each([
    ['20250831', null],
    ['20250901', 7820],
    ['20251031', 7820],
    ['20251101', null],
    ['20260101', 7779],
    ['20260301', 7688],
    ['20260430', 7688],
    ['20260501', null],
  ])('%s: %s', (date, price) => {
    expect(priceOn(published, date)).toBe(price)
  })
})

describe('tankYearAgo', () => {
  test('is the cost on the same day of last year, and unknown in days without a price', () => {
    expect(tankYearAgo(published, 45_000, NOON)).toBeNull()
    const later = new Date('2027-04-30T23:59:00-03:00')
    expect(tankYearAgo(published, 45_000, later)).toEqual({ date: '20260430', cost: 345_960 })
    // 29 February has no day of its own a year before.
    expect(tankYearAgo(published, 1000, new Date('2028-02-29T12:00:00-03:00'))).toBeNull()
  })

  test('a tank costs price times litres, rounded to the cent as at a till', () => {
    expect(costOf(7688, 45_000)).toBe(345_960)
    expect(costOf(7688, 45_500)).toBe(349_804)
    expect(costOf(7777, 500)).toBe(3889)
  })
})
