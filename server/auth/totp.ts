import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { type Factor, consumeStep } from '#db/accounts/secondFactors.ts'
import type { Context } from '#server/context.ts'

/** Seconds of a time step, and how many steps a phone's clock may be off to each side. */
const PERIOD = 30
const WINDOW = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20

/** A new secret in Base32. */
export const newSecret = ({ random }: Pick<Context, 'random'>): string =>
  new Secret({ buffer: new Uint8Array(random(SECRET_BYTES)).buffer }).base32

/** What an authenticator app reads, written or as a QR. */
export const factorUri = (email: string, secret: string): string =>
  new TOTP({ issuer: 'Surtidor', label: email, secret }).toString()

/** The time step, of about now, in which a secret as it is kept shows this code; null: in none. */
export function stepOf(
  { config, now }: Pick<Context, 'config' | 'now'>,
  kept: string,
  code: string,
): number | null {
  const timestamp = now().getTime()
  const secret = Secret.fromBase32(decryptSecret(config.secret, kept))
  const off = TOTP.validate({ token: code, secret, timestamp, period: PERIOD, window: WINDOW })
  return off === null ? null : TOTP.counter({ period: PERIOD, timestamp }) + off
}

/** Whether the code is the factor's, of about now, and of a time step that was never used. */
export async function verifyTotp(
  context: Context,
  { personId, secret }: Factor,
  code: string,
): Promise<boolean> {
  const step = stepOf(context, secret, code)
  return step !== null && (await consumeStep(context.db, personId, step))
}

/** Nobody who reads the database alone can make codes: the secret is sealed with the server's own. */
export function encryptSecret({ config, random }: Context, secret: string): string {
  const nonce = random(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(config.secret), nonce)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return ['v1', nonce, sealed, cipher.getAuthTag()].map(toText).join('.')
}

/** The Base32 secret as it was; the demo town's, which is public, was never sealed. */
export function decryptSecret(serverSecret: string, kept: string): string {
  if (!kept.startsWith('v1.')) return kept
  const [nonce, sealed, tag] = kept.split('.').slice(1).map(fromText) as [Buffer, Buffer, Buffer]
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(serverSecret), nonce)
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}

const sealingKey = (serverSecret: string) =>
  Buffer.from(hkdfSync('sha256', serverSecret, '', 'second factor', 32))
const toText = (part: string | Buffer) =>
  typeof part === 'string' ? part : part.toString('base64url')
const fromText = (part: string) => Buffer.from(part, 'base64url')
