import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { isVapidKey, newVapidKey, vapidKeys } from '#server/push/vapidKeys.ts'

describe('vapidKeys', () => {
  test('make tokens of the library sign, also with a new key that begins with zeros', () => {
    for (let round = 0; round < 50; round++) {
      const key = newVapidKey()
      expect(isVapidKey(key)).toBe(true)
      const { publicKey, privateKey } = vapidKeys(key)
      expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
      const subject = 'mailto:avisos@surtidor.uy'
      expect(
        webPush.getVapidHeaders('https://a.example', subject, publicKey, privateKey, 'aes128gcm'),
      ).toHaveProperty('Authorization')
    }
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
