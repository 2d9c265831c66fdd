import { describe, expect, test } from 'vitest'
import { guard, pageAfterLogin } from '#console/routeGuard.ts'
import { ADMINISTRADOR, PETROBRAS, UBER, USER } from '#contract/roles.ts'

const at = (wanted: string, ...roles: (typeof USER | typeof UBER | '1' | '4')[]) =>
  guard({ roles, secondFactor: 'shown' }, wanted)

describe('routeGuard', () => {
  test('guard opens the pages of a role and redirects from the others to its first', () => {
    for (const page of ['/requests', '/messages', '/comparison'])
      expect(at(page, ADMINISTRADOR)).toEqual({ kind: 'open' })
    for (const role of [UBER, PETROBRAS] as const) {
      expect(at('/requests?state=PENDING', role)).toEqual({ kind: 'open' })
      expect(at('/people', role)).toEqual({ kind: 'redirect', page: '/home' })
      expect(at('/comparison', role)).toEqual({ kind: 'redirect', page: '/home' })
    }
    expect(at('/requests', USER)).toEqual({ kind: 'app' })
    // An address is a page from its first character on.
    expect(at('x/requests', ADMINISTRADOR)).toEqual({ kind: 'redirect', page: '/home' })
    expect(at('requests', ADMINISTRADOR)).toEqual({ kind: 'redirect', page: '/home' })
  })

  test('guard leads to login without a session, and to the second factor until it is shown', () => {
    const wanted = '/requests?reference=SOL-1'
    expect(guard(null, wanted)).toEqual({ kind: 'login', returnUrl: wanted })
    for (const secondFactor of ['none', 'notShown'] as const)
      expect(guard({ roles: [PETROBRAS], secondFactor }, wanted)).toEqual({ kind: 'secondFactor' })
  })

  test('pageAfterLogin returns only pages of the console', () => {
    expect(pageAfterLogin('/messages?id=7')).toBe('/messages?id=7')
    for (const url of [
      undefined,
      '',
      '/',
      '/login',
      '//evil.example/requests',
      'https://evil.example',
      '/requests/../x',
      '/requests#x',
      'javascript:alert(1)',
    ])
      expect(pageAfterLogin(url)).toBe('/home')
  })
})
