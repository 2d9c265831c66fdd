import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '#server/context.ts'

/** The length of a time step, in seconds. */
const PERIOD = 30
/** Steps that a phone's clock may be off, to each side. */
const WINDOW = 1
/** RFC 4226, section 4: 160 bits are recommended. */
const SECRET_BYTES = 20

/** A new secret in Base32. */
export const newSecret = ({ random }: Pick<Context, 'random'>): string =>
  new Secret({ buffer: new Uint8Array(random(SECRET_BYTES)).buffer }).base32

/** The `otpauth:` URI that an authenticator app reads, as text or as a QR code. */
export const factorUri = (email: string, secret: string): string =>
  new TOTP({ issuer: 'Surtidor', label: email, secret }).toString()

/**
 * The time step near the present in which a secret shows a code.
 * @param stored the secret as the database stores it
 * @returns null when no such step shows it
 */
export function stepOf(
  { config, now }: Pick<Context, 'config' | 'now'>,
  stored: string,
  code: string,
): number | null {
  const timestamp = now().getTime()
  const secret = Secret.fromBase32(decryptSecret(config.secret, stored))
  const offset = TOTP.validate({ token: code, secret, timestamp, period: PERIOD, window: WINDOW })
  return offset === null ? null : TOTP.counter({ period: PERIOD, timestamp }) + offset
}

/** Encrypts a secret with the server's own (AES-256-GCM): the database alone yields no code. */
export function encryptSecret({ config, random }: Context, secret: string): string {
  const nonce = random(12)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(config.secret), nonce)
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return ['v1', nonce, encrypted, cipher.getAuthTag()].map(toText).join('.')
}

/** Decrypts a stored secret to Base32. The demo data's secrets are public and stored as they are. */
export function decryptSecret(serverSecret: string, stored: string): string {
  if (!stored.startsWith('v1.')) return stored
  const [nonce, encrypted, tag] = stored.split('.').slice(1).map(fromText) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(serverSecret), nonce)
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}

const encryptionKey = (serverSecret: string) =>
  Buffer.from(hkdfSync('sha256', serverSecret, '', 'second factor', 32))
const toText = (part: string | Buffer) =>
  typeof part === 'string' ? part : part.toString('base64url')
const fromText = (part: string) => Buffer.from(part, 'base64url')
