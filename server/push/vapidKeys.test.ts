import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { isVapidKey, vapidKeys } from '#server/push/vapidKeys.ts'
import { NO_PUSH } from '#testing/harness/testServer.ts'

describe('vapidKeys', () => {
  test('of a secret are the same in every process, and others of another secret', () => {
    const one = vapidKeys({ secret: 'a'.repeat(32), push: NO_PUSH })
    expect(vapidKeys({ secret: 'a'.repeat(32), push: NO_PUSH })).toEqual(one)
    expect(vapidKeys({ secret: 'b'.repeat(32), push: NO_PUSH })).not.toEqual(one)
    expect(isVapidKey(one.privateKey)).toBe(true)
    expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65)
  })

  test('sign tokens that the library makes', () => {
    for (let round = 0; round < 50; round++) {
      const { publicKey, privateKey } = vapidKeys({
        secret: randomBytes(32).toString('base64url'),
        push: NO_PUSH,
      })
      const subject = 'mailto:avisos@surtidor.uy'
      expect(
        webPush.getVapidHeaders('https://a.example', subject, publicKey, privateKey, 'aes128gcm'),
      ).toHaveProperty('Authorization')
    }
  })

  test('of the settings are used as they are', () => {
    const pair = createECDH('prime256v1')
    const publicKey = pair.generateKeys('base64url')
    // The library leaves zeros at the start out.
    const hex = pair.getPrivateKey('hex').padStart(64, '0')
    const privateKey = Buffer.from(hex, 'hex').toString('base64url')
    const keys = vapidKeys({ secret: '', push: { ...NO_PUSH, vapidPrivateKey: privateKey } })
    expect(keys.publicKey).toBe(publicKey)
  })
})

describe('isVapidKey', () => {
  test.each(['', 'A'.repeat(43), '_'.repeat(43), 'a'.repeat(42), `${'a'.repeat(42)}=`])(
    'refuses %s',
    (text) => {
      expect(isVapidKey(text)).toBe(false)
    },
  )
})
