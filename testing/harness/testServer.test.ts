import { describe, expect, test } from 'vitest'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { headerOf } from '#testing/harness/testServer.ts'

describe('headerOf', () => {
  test('gives each call its own audit number at the same time', () => {
    const numbers = Array.from({ length: 5_000 }, () => headerOf('', FIXED_DATE).auditNumber)
    expect(new Set(numbers).size).toBe(5_000)
  })
})
