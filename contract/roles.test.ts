import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ADMINISTRADOR,
  isRegular,
  isRideHailing,
  PETROBRAS,
  RoleCode,
  UBER,
  USER,
  urlRole,
} from '#contract/roles.ts'

const roles = (...codes: RoleCode[]) => codes.map((code) => ({ code }))

describe('RoleCode', () => {
  test('has the codes of the specification', () => {
    expect([ADMINISTRADOR, USER, UBER, PETROBRAS]).toEqual(['1', '2', '3', '4'])
  })
})

describe('isRegular', () => {
  test('is true when one role has code 2', () => {
    expect(isRegular(roles(USER))).toBe(true)
    expect(isRegular(roles(UBER, USER))).toBe(true)
    expect(isRegular(roles(ADMINISTRADOR, UBER, PETROBRAS))).toBe(false)
    expect(isRegular([])).toBe(false)
  })
})

describe('isRideHailing', () => {
  test('is true when any role has another code than 2', () => {
    for (const code of [ADMINISTRADOR, UBER, PETROBRAS] as const) {
      expect(isRideHailing(roles(code))).toBe(true)
      expect(isRideHailing(roles(USER, code))).toBe(true)
    }
    expect(isRideHailing(roles(USER))).toBe(false)
    expect(isRideHailing([])).toBe(false)
  })
})

describe('urlRole', () => {
  test('maps codes below 5 to themselves', () => {
    for (const code of RoleCode.options) expect(urlRole(code)).toBe(code)
  })

  test('maps every other code to 3', () => {
    for (const code of ['5', '10', '99', 'x', 'Uber']) expect(urlRole(code)).toBe(UBER)
    fc.assert(fc.property(fc.integer({ min: 5 }), (code) => urlRole(String(code)) === UBER))
  })
})
