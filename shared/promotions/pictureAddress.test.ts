import { describe, expect, test } from 'vitest'
import { pictureAddress } from '#shared/promotions/pictureAddress.ts'

describe('pictureAddress', () => {
  const OWN = 'https://app.surtidor.uy'

  test.each([
    ['/promotions/lavado.svg', '/promotions/lavado.svg'],
    ['promotions/a.webp?v=2', '/promotions/a.webp?v=2'],
    [`${OWN}/promotions/a.webp`, '/promotions/a.webp'],
  ])('%s is of the own origin', (imageUrl, path) => {
    expect(pictureAddress(imageUrl, OWN)).toBe(path)
  })

  test.each([
    '',
    'https://evil.test/a.png',
    '//evil.test/a.png',
    '/\\evil.test/a.png',
    'http://app.surtidor.uy/a.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'https://app.surtidor.uy:8443/a.png',
  ])('%j is not', (imageUrl) => {
    expect(pictureAddress(imageUrl, OWN)).toBeNull()
  })
})
