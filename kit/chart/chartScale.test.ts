import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisTicks, segments, total } from '#kit/chart/chartScale.ts'

const bar = (...values: number[]) => ({ label: 'set', name: 'setiembre de 2026', values })

describe('chartScale', () => {
  test('axisTicks has round steps up to or above the maximum', () => {
    expect(axisTicks(87)).toEqual([0, 25, 50, 75, 100])
    expect(axisTicks(100)).toEqual([0, 25, 50, 75, 100])
    expect(axisTicks(120_500)).toEqual([0, 50_000, 100_000, 150_000])
    expect(axisTicks(3)).toEqual([0, 1, 2, 3])
    expect(axisTicks(0)).toEqual([0])
  })

  test('axisTicks covers any maximum and uses more than half of the height', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (max) => {
        const ticks = axisTicks(max)
        const top = ticks.at(-1) ?? 0
        expect(top).toBeGreaterThanOrEqual(max * (1 - 1e-9))
        expect(max / top).toBeGreaterThan(0.5)
        expect(ticks.length).toBeGreaterThanOrEqual(3)
        expect(ticks.length).toBeLessThanOrEqual(5)
      }),
    )
  })

  test('segments stacks the series, and the highest bar reaches the top', () => {
    const [lower, upper] = segments([bar(30, 70)], 100)
    expect(lower).toMatchObject({ series: 0, y: 70, height: 30 })
    expect(upper).toMatchObject({ series: 1, y: 0, height: 70 })
  })

  test('segments skips a value of zero and keeps the colours of the other series', () => {
    expect(segments([bar(0, 5, 0)], 5).map((piece) => piece.series)).toEqual([1])
  })

  test('segments stay inside the chart, apart from each other and in proportion', () => {
    const values = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 24 }), (months) => {
        const bars = months.map((month) => bar(...month))
        const top = axisTicks(Math.max(...months.map(total))).at(-1) || 1
        const slot = 100 / bars.length
        const drawn = segments(bars, top)
        for (const piece of drawn) {
          expect(piece.y).toBeGreaterThanOrEqual(-1e-6)
          expect(piece.y + piece.height).toBeLessThanOrEqual(100 + 1e-6)
          expect(piece.x % slot).toBeGreaterThan(0)
          expect(piece.width).toBeLessThan(slot)
        }
        const all = drawn.reduce((sum, piece) => sum + piece.height, 0)
        expect(all).toBeCloseTo((total(months.map(total)) / top) * 100, 4)
      }),
    )
  })
})
