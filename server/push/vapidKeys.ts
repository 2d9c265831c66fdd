import { createECDH, hkdfSync } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** The server's key pair of Web Push (RFC 8292), base64url. */
interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Order of the group P-256 (FIPS 186-5). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const KEY_BYTES = 32

/**
 * The key pair of the settings. Without `VAPID_PRIVATE_KEY` it is derived from the secret, so that every
 * process of a service has the same one and none is stored: 48 bytes of HKDF, reduced to the group's
 * order (FIPS 186-5, A.2.1).
 */
export function vapidKeys({ secret, push }: Pick<Config, 'secret' | 'push'>): VapidKeys {
  const privateKey = push.vapidPrivateKey
    ? Buffer.from(push.vapidPrivateKey, 'base64url')
    : derivedKey(secret)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

function derivedKey(secret: string): Buffer {
  const random = Buffer.from(hkdfSync('sha256', secret, '', 'vapid', 48)).toString('hex')
  const scalar = (BigInt(`0x${random}`) % (ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex')
}

/** Whether a text is a private key of P-256: 32 bytes, base64url without padding. */
export function isVapidKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false
  const scalar = BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)
  return scalar > 0n && scalar < ORDER
}
