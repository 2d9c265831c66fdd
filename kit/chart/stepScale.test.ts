import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisTicks } from '#kit/chart/chartScale.ts'
import { drawnSteps } from '#kit/chart/stepScale.ts'

const step = (from: number, to: number, value: number) => ({ from, to, value, isPlanned: false })

describe('drawnSteps', () => {
  test('joins a step to the one before it, and not over days without a value', () => {
    const { drawn, gaps, today } = drawnSteps(
      [step(0, 10, 100), step(10, 20, 200), step(40, 50, 150)],
      99,
      [100, 150, 200],
    )
    expect(drawn).toEqual([
      { from: 0, to: 10, y: 100, isPlanned: false },
      { from: 10, to: 20, y: 0, isPlanned: false, before: 100 },
      { from: 40, to: 50, y: 50, isPlanned: false },
    ])
    expect(gaps).toEqual([
      { from: 20, width: 20 },
      { from: 50, width: 50 },
    ])
    expect(today).toBe(99)
  })

  test('draws the only value in the middle, and a chart that begins after today from today on', () => {
    const { drawn, today } = drawnSteps([step(60, 110, 7)], 10, axisTicks(7, 7))
    expect(drawn).toEqual([{ from: 50, to: 100, y: 50, isPlanned: false }])
    expect(today).toBe(0)
  })

  test('every step is inside the chart, and its axis covers the values with few ticks', () => {
    const price = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 30 }), fc.nat(300), (prices, day) => {
        const ticks = axisTicks(Math.max(...prices), Math.min(...prices))
        expect(ticks.length).toBeLessThanOrEqual(7)
        const steps = prices.map((value, at) => step(at * 10, at * 10 + 10, value))
        const { drawn, today } = drawnSteps(steps, day, ticks)
        for (const { from, to, y } of [...drawn, { from: today, to: today, y: 0 }]) {
          for (const share of [from, to, y]) {
            expect(share).toBeGreaterThanOrEqual(-1e-6)
            expect(share).toBeLessThanOrEqual(100 + 1e-6)
          }
        }
      }),
    )
  })
})
