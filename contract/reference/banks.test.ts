import { describe, expect, test } from 'vitest'
import { BANK_CODES, BANKS } from '#contract/reference/banks.ts'

describe('bank lists', () => {
  test('have no name and no code twice', () => {
    expect(new Set(BANKS).size).toBe(BANKS.length)
    const codes = Object.values(BANK_CODES)
    expect(new Set(codes).size).toBe(codes.length)
  })
})
