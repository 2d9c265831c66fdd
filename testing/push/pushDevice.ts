import { createECDH, randomBytes } from 'node:crypto'
import ece from 'http_ece'
import type { PushMessage } from '#contract/entities/pushMessage.ts'
import type { registerPush } from '#contract/push/registerPush.ts'
import type { RequestOf } from '#contract/service.ts'

type Device = RequestOf<typeof registerPush>['device']

/** A browser with keys of its own, for a test that decrypts what the server sent. */
export interface TestDevice {
  /** As `registerPush` takes it. */
  device: Device
  /** The message in the body of a request to its endpoint. */
  decrypt(body: Buffer): PushMessage
}

/** @param endpoint an address of a push service */
export function pushDevice(endpoint: string): TestDevice {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    device: { platform: 'web', endpoint, p256dh, auth },
    decrypt: (body) => {
      const text = ece.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth })
      return JSON.parse(text.toString('utf8')) as PushMessage
    },
  }
}
