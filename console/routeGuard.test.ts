import { expect, test } from 'vitest'
import { guard, landing } from '#console/routeGuard.ts'
import { ADMINISTRADOR, PETROBRAS, UBER, USER } from '#contract/roles.ts'

const at = (wanted: string, ...roles: (typeof USER | typeof UBER | '1' | '4')[]) =>
  guard({ roles, secondFactor: true }, wanted)

test('each role opens its own pages, and is led to its first from the others', () => {
  for (const page of ['/requests', '/messages', '/comparison'])
    expect(at(page, ADMINISTRADOR)).toEqual({ kind: 'open' })
  for (const role of [UBER, PETROBRAS] as const) {
    expect(at('/requests?state=PENDING', role)).toEqual({ kind: 'open' })
    expect(at('/messages', role)).toEqual({ kind: 'instead', page: '/requests' })
    expect(at('/comparison', role)).toEqual({ kind: 'instead', page: '/requests' })
  }
  expect(at('/requests', USER)).toEqual({ kind: 'app' })
})

test('nobody goes to login and back; without a second factor there is only one way', () => {
  const wanted = '/requests?reference=SOL-1'
  expect(guard(null, wanted)).toEqual({ kind: 'login', returnUrl: wanted })
  expect(guard({ roles: [PETROBRAS], secondFactor: false }, wanted)).toEqual({
    kind: 'secondFactor',
  })
})

test('a login leads only to pages of ours', () => {
  expect(landing('/messages?id=7')).toBe('/messages?id=7')
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
    expect(landing(url)).toBe('/requests')
})
