import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GUARDED_PAGES, guard, loginAddress, routeAfterLogin } from '#app/routeGuard.ts'
import { OPEN_PAGES, ROLES } from '#contract/pageAccess.ts'
import { ADMINISTRADOR, PETROBRAS, UBER, USER } from '#contract/roles.ts'

const ana = [ROLES[USER]]
const carla = [ROLES[UBER]]
const diego = [ROLES[PETROBRAS]]
const elena = [ROLES[ADMINISTRADOR]]

describe('guard', () => {
  test('leads to login without a session, with the requested route and its query as returnUrl', () => {
    expect(guard(null, '/payment?geopayResponse=abc')).toEqual({
      kind: 'login',
      returnUrl: '/payment?geopayResponse=abc',
    })
  })

  test('opens each page by the table of the role', () => {
    for (const page of GUARDED_PAGES) {
      const drivers = page === '/listDrivers'
      expect(guard(ana, page)).toEqual(
        drivers ? { kind: 'redirect', page: '/main' } : { kind: 'open' },
      )
      expect(guard(carla, page)).toEqual(
        drivers ? { kind: 'open' } : { kind: 'redirect', page: '/listDrivers' },
      )
      expect(guard(diego, page)).toEqual({ kind: 'console' })
      expect(guard(elena, page)).toEqual({ kind: 'console' })
    }
  })

  test('needs only one of the roles', () => {
    expect(guard([...diego, ...elena, ...ana], '/movements')).toEqual({ kind: 'open' })
    expect(guard([...carla, ...ana], '/listDrivers')).toEqual({ kind: 'open' })
  })

  test('ignores the query', () => {
    expect(guard(carla, '/main?x=/listDrivers')).toEqual({ kind: 'redirect', page: '/listDrivers' })
  })
})

describe('routeAfterLogin', () => {
  test('returns a page of the user, with its query', () => {
    expect(routeAfterLogin(ana, '/movements')).toBe('/movements')
    expect(routeAfterLogin(ana, '/readScann')).toBe('/readScann')
    expect(routeAfterLogin(ana, '/payment?geopayResponse=eyJ0b2tlbiI6_x-1')).toBe(
      '/payment?geopayResponse=eyJ0b2tlbiI6_x-1',
    )
  })

  test('returns the first page of the role without a returnUrl', () => {
    expect(routeAfterLogin(ana, undefined)).toBe('/main')
    expect(routeAfterLogin(carla, undefined)).toBe('/listDrivers')
    expect(routeAfterLogin(carla, '/movements')).toBe('/listDrivers')
    // The guard of /main then opens consoleOnly.tsx.
    expect(routeAfterLogin(diego, '/movements')).toBe('/main')
  })

  const tricks = [
    '//evil.example',
    '///evil.example/main',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/main',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '/main@evil.example',
    '/main//evil.example',
    '/main/../login',
    '/./main',
    '/main/',
    '/MAIN',
    '/%6dain',
    '/main%00',
    '/main\n',
    '\t/main',
    '/main#//evil.example',
    '/main?next=https://evil.example',
    '/main?<script>',
    '/login',
    '/login?returnUrl=/login',
    '/register',
    '/resetPwdWeb',
    '/nowhere',
    '/constructor',
    'main',
    '/',
    '',
  ]
  test.each(tricks)('does not accept %j', (trick) => {
    expect(routeAfterLogin(ana, trick)).toBe('/main')
  })

  test('returns a page that the role may open, for any text', () => {
    const path = fc.oneof(
      fc.constantFrom(...GUARDED_PAGES, ...OPEN_PAGES, ...tricks),
      fc.webUrl(),
      fc.string({ unit: 'binary' }),
    )
    const written = fc.tuple(path, fc.constantFrom('', '/', '//', '%2f', '?', '\\', ' '), path)
    fc.assert(
      fc.property(written, ([a, between, b]) => {
        for (const roles of [ana, carla]) {
          for (const url of [a, a + between + b]) {
            const to = routeAfterLogin(roles, url)
            expect(guard(roles, to)).toEqual({ kind: 'open' })
            expect(new URL(to, 'https://ours.example').origin).toBe('https://ours.example')
            expect(GUARDED_PAGES).toContain(new URL(to, 'https://ours.example').pathname)
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('loginAddress', () => {
  test('adds the requested route as returnUrl, or /main', () => {
    expect(loginAddress('')).toBe('/login?returnUrl=%2Fmain')
    expect(loginAddress('/')).toBe('/login?returnUrl=%2Fmain')
    expect(loginAddress('/payment?geopayResponse=a-b_')).toBe(
      '/login?returnUrl=%2Fpayment%3FgeopayResponse%3Da-b_',
    )
  })

  test('keeps an address of login unchanged', () => {
    expect(loginAddress('/login')).toBe('/login')
    expect(loginAddress('/login?returnUrl=%2Fmap')).toBe('/login?returnUrl=%2Fmap')
  })
})
