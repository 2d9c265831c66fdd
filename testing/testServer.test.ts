import { describe, expect, test } from 'vitest'
import { headerOf } from '#testing/testServer.ts'
import { FIXED_DATE } from '#testing/fixedDate.ts'

describe('test client', () => {
  test('draws distinct audit numbers although the clock stands still', () => {
    const numbers = Array.from({ length: 5_000 }, () => headerOf('', FIXED_DATE).auditNumber)
    expect(new Set(numbers).size).toBe(5_000)
  })
})
