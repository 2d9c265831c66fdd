import { expect, test } from 'vitest'
import { median, ratio, rounds, spread } from '#bench/rounds.ts'

test('everybody runs once in each round, and nobody always goes first', async () => {
  const ran: string[] = []
  const run = (name: string) => async () => ran.push(name)
  const results = await rounds(3, { a: run('a'), b: run('b'), c: run('c') })
  expect(ran.join('')).toBe('abcbcacab')
  expect(results).toEqual({ a: [1, 6, 8], b: [2, 4, 9], c: [3, 5, 7] })
})

test('a ratio is of the same round, so that a slow moment of the machine falls on both', () => {
  const itself = (value: number) => value
  expect(ratio([10, 100, 30], [20, 200, 10], itself)).toBe(0.5)
  expect(median([4, 1, 3, 2])).toBe(2)
  expect(spread([4, 1, 3])).toEqual([1, 4])
})
