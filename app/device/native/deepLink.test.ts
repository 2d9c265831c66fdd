import { describe, expect, test } from 'vitest'
import { routeOfLink } from '#app/device/native/deepLink.ts'

const BASES = { server: 'https://surtidor.uy', scheme: 'uy.surtidor.app' }

describe('routeOfLink', () => {
  test.each([
    ['https://surtidor.uy/#/movements', '/movements'],
    ['uy.surtidor.app://open/#/listPayment', '/listPayment'],
    [
      'uy.surtidor.app://open/#/confirmAddUser?user=ana%40demo.surtidor.uy&code=AB12',
      '/confirmAddUser?user=ana%40demo.surtidor.uy&code=AB12',
    ],
    [
      'uy.surtidor.app://open/#/payment?geopayResponse=eyJ0IjoxfQ',
      '/payment?geopayResponse=eyJ0IjoxfQ',
    ],
  ])('opens %s', (link, route) => {
    expect(routeOfLink(link, BASES)).toBe(route)
  })

  test.each([
    'https://evil.example/#/movements',
    'https://surtidor.uy.evil.example/#/movements',
    'https://surtidor.uy@evil.example/#/movements',
    'https://ana@surtidor.uy/#/movements',
    'http://surtidor.uy/#/movements',
    'https://surtidor.uy:8443/#/movements',
    'https://surtidor.uy/consola/#/movements',
    'https://surtidor.uy/',
    'uy.surtidor.app://open',
    'other.app://open/#/movements',
    'javascript:alert(1)//#/movements',
    'uy.surtidor.app://open/#/unknown',
    'uy.surtidor.app://open/#//evil.example',
    'uy.surtidor.app://open/#/movements#/payment',
    'uy.surtidor.app://open/#/movements?a=(b)',
    'uy.surtidor.app://open/#https://evil.example',
    'uy.surtidor.app://open/#/movements/../payment',
    'no link',
    '',
  ])('refuses %s', (link) => {
    expect(routeOfLink(link, BASES)).toBeNull()
  })
})
