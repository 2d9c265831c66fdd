import { expect, test } from 'vitest'
import { headerOf } from '#testing/testServer.ts'
import { FIXED_DATE } from '#testing/fixedDate.ts'

test('no two calls of a test have one audit number, though the clock stands still', () => {
  const numbers = Array.from({ length: 5_000 }, () => headerOf('', FIXED_DATE).auditNumber)
  expect(new Set(numbers).size).toBe(5_000)
})
