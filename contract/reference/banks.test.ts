import { describe, expect, test } from 'vitest'
import { BANK_CODES, BANKS, bankText, toBank } from '#contract/reference/banks.ts'

describe('bank lists', () => {
  test('no bank list has a name or a code twice', () => {
    expect(new Set(BANKS).size).toBe(BANKS.length)
    const codes = Object.values(BANK_CODES)
    expect(new Set(codes).size).toBe(codes.length)
  })
})

describe('toBank', () => {
  test('gives a code as its number, and another text as it is', () => {
    for (const name of BANKS) expect(toBank(name)).toBe(name)
    for (const [shortName, code] of Object.entries(BANK_CODES)) {
      expect(toBank(shortName)).toBe(String(code))
      expect(toBank(String(code))).toBe(String(code))
    }
    for (const other of ['', '2', 'toString', 'Banco']) expect(toBank(other)).toBe(other)
  })
})

describe('bankText', () => {
  test('gives each code the name of its bank, without the code, and leaves a name as it is', () => {
    expect(bankText('113')).toBe('Itaú')
    for (const code of Object.values(BANK_CODES))
      expect(bankText(String(code))).toMatch(/^\p{Lu}[\p{L} ]+$/u)
    expect(bankText('Itaú')).toBe('Itaú')
  })
})
