import { createECDH } from 'node:crypto'

/** The server's key pair of Web Push (RFC 8292), base64url; every process of a service has the same one. */
export function vapidKeys(privateKey: string): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return { publicKey: pair.getPublicKey('base64url'), privateKey }
}

/** A new private key: 32 bytes in base64url. */
export function newVapidKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Zeros at the start are left out.
  const hex = pair.getPrivateKey('hex').padStart(64, '0')
  return Buffer.from(hex, 'hex').toString('base64url')
}

/** Whether a text is a private key of P-256: 32 bytes, base64url without padding. */
export function isVapidKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false
  try {
    return vapidKeys(text).publicKey !== ''
  } catch {
    return false
  }
}
