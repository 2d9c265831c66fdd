import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PublicKey } from '#contract/fields/publicKey.ts'

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
const IDENTITY = base64(`01${'00'.repeat(31)}`)

describe('PublicKey', () => {
  test('takes the keys that are generated', () => {
    for (let round = 0; round < 50; round += 1) {
      const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
      const key = Buffer.from(x, 'base64url').toString('base64')
      expect(PublicKey.parse(key)).toBe(key)
    }
  })

  test.each([
    IDENTITY,
    base64('00'.repeat(32)),
    base64(`${'00'.repeat(31)}80`),
    base64(`ec${'ff'.repeat(30)}7f`),
    base64(`ed${'ff'.repeat(31)}`),
    base64(`ee${'ff'.repeat(30)}7f`),
    base64('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'),
    base64('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'),
    base64('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'),
    base64('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa'),
  ])('refuses %s, a point of small order', (key) => {
    expect(PublicKey.safeParse(key).error?.issues).toMatchObject([
      { message: expect.stringContaining('no sirve') },
    ])
  })

  test.each(['', 'x', 'A'.repeat(44), `${'-'.repeat(43)}=`])(
    'refuses %j by its form alone',
    (key) => {
      expect(PublicKey.safeParse(key).error?.issues).toHaveLength(1)
    },
  )
})
