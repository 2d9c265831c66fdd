import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'

/** The length of a time step, in seconds. */
const PERIOD = 30
/** Steps that a phone's clock may be off, to each side. */
const WINDOW = 1
/** RFC 4226, section 4: 160 bits are recommended. */
const SECRET_BYTES = 20

export const newSecret = ({ random }: Pick<Context, 'random'>): string =>
  new Secret({ buffer: new Uint8Array(random(SECRET_BYTES)).buffer }).base32

/** The `otpauth:` URI that an authenticator app reads, as text or as a QR code. */
export const factorUri = (email: string, secret: string): string =>
  new TOTP({ issuer: 'Surtidor', label: email, secret }).toString()

/** A secret as the database stores it, with the person whose row it stands in. */
interface StoredSecret {
  personId: string
  stored: string
}

/**
 * The time step near the present in which a secret shows a code.
 * @returns null when no such step shows it
 */
export function stepOf(
  { config, now }: Pick<Context, 'config' | 'now'>,
  stored: StoredSecret,
  code: string,
): number | null {
  const timestamp = now().getTime()
  const base32 = decryptSecret(config, stored)
  if (base32 === null) return null
  const secret = Secret.fromBase32(base32)
  const offset = TOTP.validate({ token: code, secret, timestamp, period: PERIOD, window: WINDOW })
  return offset === null ? null : TOTP.counter({ period: PERIOD, timestamp }) + offset
}

/**
 * Encrypts a secret with the server's own (AES-256-GCM): the database alone yields no code. The
 * person is authenticated with it, so that the text opens in no other row
 * (docs/decisions/0010-second-factor.md).
 */
export function encryptSecret(
  { config, random }: Pick<Context, 'config' | 'random'>,
  personId: string,
  secret: string,
): string {
  const nonce = random(12)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(config.secret), nonce)
  cipher.setAAD(ownerOf(personId))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return [nonce, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.')
}

/**
 * Decrypts a stored secret to Base32. Those of the demo data are public, stored as they are, and open
 * nothing in production.
 * @returns null for a secret that is not this person's, or that another SECRET encrypted
 */
export function decryptSecret(
  config: Pick<Config, 'secret' | 'production'>,
  { personId, stored }: StoredSecret,
): string | null {
  if (!stored.includes('.')) return config.production ? null : stored
  const [nonce, encrypted, tag, ...rest] = stored
    .split('.')
    .map((part) => Buffer.from(part, 'base64url'))
  if (!nonce || !encrypted || !tag || rest.length > 0) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', encryptionKey(config.secret), nonce)
    decipher.setAAD(ownerOf(personId))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const encryptionKey = (serverSecret: string) =>
  Buffer.from(hkdfSync('sha256', serverSecret, '', 'second factor', 32))
const ownerOf = (personId: string) => Buffer.from(`second factor ${personId}`)
