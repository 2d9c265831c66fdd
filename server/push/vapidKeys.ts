import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { tryOrUndefined } from '#server/tryOrUndefined.ts'

/** The server's key pair of Web Push (RFC 8292), base64url; every process of a service has the same one. */
export function vapidKeys(privateKey: string): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return { publicKey: pair.getPublicKey('base64url'), privateKey }
}

/** A new private key: 32 bytes in base64url. */
export const newVapidKey = (): string => webPush.generateVAPIDKeys().privateKey

/** Whether a text is a private key of P-256: 32 bytes, base64url without padding. */
export const isVapidKey = (text: string): boolean =>
  /^[\w-]{43}$/.test(text) && tryOrUndefined(() => vapidKeys(text)) !== undefined
