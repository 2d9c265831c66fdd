import { describe, expect, test } from 'vitest'
import { median, rates, ratio, rounds } from '#bench/interleavedRounds.ts'

describe('rounds', () => {
  test('runs each contestant once per round, in rotating order', async () => {
    const ran: string[] = []
    const run = (name: string) => async () => ({ at: ran.push(name) })
    const results = await rounds(3, { a: run('a'), b: run('b'), c: run('c') })
    expect(ran.join('')).toBe('abcbcacab')
    expect(results).toEqual({ a: { at: [1, 6, 8] }, b: { at: [2, 4, 9] }, c: { at: [3, 5, 7] } })
  })
})

describe('ratio', () => {
  test('is the median of the ratios of the same round', () => {
    expect(ratio([10, 100, 30], [20, 200, 10])).toBe(0.5)
  })
})

describe('median', () => {
  test('is the lower of the two middle values', () => {
    expect(median([4, 1, 3, 2])).toBe(2)
  })
})

describe('rates', () => {
  test('shows the median and in brackets the extremes', () => {
    expect(rates([4, 1.2, 3])).toBe('3 (1–4)')
  })
})
