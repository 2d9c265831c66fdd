import { describe, expect, test } from 'vitest'
import { awaitsSecondFactor } from '#contract/entities/secondFactor.ts'
import { ADMINISTRADOR, type RoleCode, USER } from '#contract/roles.ts'

const roles = (...codes: RoleCode[]) => codes.map((code) => ({ code }))

describe('awaitsSecondFactor', () => {
  test.each([
    ['shown', roles(ADMINISTRADOR), false],
    ['shown', roles(USER), false],
    ['notShown', roles(ADMINISTRADOR), true],
    ['notShown', roles(USER), true],
    ['none', roles(ADMINISTRADOR), true],
    ['none', roles(USER, ADMINISTRADOR), true],
    ['none', roles(USER), false],
  ] as const)('of a session that is %s with the roles %j: %s', (state, of, awaits) => {
    expect(awaitsSecondFactor(state, of)).toBe(awaits)
  })
})
