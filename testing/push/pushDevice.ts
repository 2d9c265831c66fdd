import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { RequestOf } from '#contract/call.ts'
import type { PushMessage } from '#contract/entities/pushMessage.ts'
import type { registerPush } from '#contract/push/registerPush.ts'

type Device = RequestOf<typeof registerPush>['device']

/** A browser with keys of its own, for a test that decrypts what the server sent. */
export type TestDevice = ReturnType<typeof pushDevice>

/** @param endpoint an address at a push service */
export function pushDevice(endpoint: string) {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16)
  return {
    /** As `registerPush` takes it. */
    device: {
      platform: 'web',
      endpoint,
      p256dh,
      auth: auth.toString('base64url'),
    } as const satisfies Device,
    /** The message in the body of a request to its endpoint. */
    decrypt: (body: Buffer) => JSON.parse(decrypted(body, keys, auth)) as PushMessage,
  }
}

/** RFC 8291 and RFC 8188, for a body of one record. */
function decrypted(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const sender = body.subarray(21, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce))
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
