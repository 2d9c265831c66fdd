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
/** Beginnings of encrypted secrets: of version 1.7, and of those that are bound to a person. */
const UNBOUND = 'v1'
const BOUND = 'v2'

/** A new secret in Base32. */
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
  return [BOUND, nonce, encrypted, cipher.getAuthTag()].map(toText).join('.')
}

/**
 * Decrypts a stored secret to Base32. Version 1.7 bound its secrets to no person; the demo data's are
 * public, stored as they are, and open nothing in production.
 * @returns null for a secret that is not this person's, or that another SECRET encrypted
 */
export function decryptSecret(
  config: Pick<Config, 'secret' | 'production'>,
  { personId, stored }: StoredSecret,
): string | null {
  const [version = '', ...parts] = stored.split('.')
  if (parts.length === 0) return config.production ? null : stored
  if (version !== UNBOUND && version !== BOUND) return null
  const [nonce, encrypted, tag] = parts.map(fromText) as [Buffer, Buffer, Buffer]
  try {
    const decipher = createDecipheriv('aes-256-gcm', encryptionKey(config.secret), nonce)
    if (version !== UNBOUND) decipher.setAAD(ownerOf(personId))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The same secret bound to its person, where it is not yet; null where it is, or does not open. */
export function boundSecret(
  context: Pick<Context, 'config' | 'random'>,
  secret: StoredSecret,
): string | null {
  if (!secret.stored.startsWith(`${UNBOUND}.`)) return null
  const base32 = decryptSecret(context.config, secret)
  return base32 === null ? null : encryptSecret(context, secret.personId, base32)
}

const encryptionKey = (serverSecret: string) =>
  Buffer.from(hkdfSync('sha256', serverSecret, '', 'second factor', 32))
const ownerOf = (personId: string) => Buffer.from(`second factor ${personId}`)
const toText = (part: string | Buffer) =>
  typeof part === 'string' ? part : part.toString('base64url')
const fromText = (part: string) => Buffer.from(part, 'base64url')
