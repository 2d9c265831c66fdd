import { createPublicKey, hash, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ExpiredError, httpbis } from 'http-message-signatures'
import { toHeaderTime } from '#contract/dates.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { keyInForce, type SigningKey } from '#db/stations/terminals.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/http/errors.ts'

/** A request as the signature of a terminal covers it: nothing in it has been checked. */
export interface SignedMessage {
  /** The address by the configured public URL: a proxy may change `Host`. */
  targetUri: string
  headers: IncomingHttpHeaders
  /** The body: exactly its bytes in UTF-8. */
  text: string
}

/** What a valid signature says. */
export interface Signature {
  key: SigningKey
  /** The id of the batch: the audit number of the call. */
  nonce: string
  /** When the terminal signed, by its own clock. */
  created: Date
  /** When the server verified it. */
  receivedAt: Date
}

/** How far the clock of a terminal may be off at a signature, both ways, in milliseconds. */
const MAX_SKEW_MS = 5 * 60_000

const REQUIRED_PARAMS = ['created', 'keyid', 'nonce']
const COVERED = ['@method', '@target-uri', 'content-digest']
const TEXT = /"(?:[^"\\]|\\.)*"/g
/** The parameters by their types, without their texts: the library reads other types as these. */
const TYPED = [/;created=\d+(?:;|$)/, /;keyid=""(?:;|$)/, /;nonce=""(?:;|$)/]

/**
 * Verifies the one signature of a message (RFC 9421, Ed25519), after the digest of its body (RFC 9530).
 * @throws INVALID_SESSION when there is no valid signature by a key in force, or its clock is wrong
 */
export async function verifySignature(
  { db, now }: Pick<Context, 'db' | 'now'>,
  message: SignedMessage,
): Promise<Signature> {
  checkDigest(message)
  const { base, signature, created, keyid, nonce } = await parseSignature(message, now())
  const key = await keyInForce(db, keyid, now())
  if (!key) throw unknownKey()
  if (!isSignedBy(key.publicKey, base, signature))
    throw unsigned('bad_signature', 'La firma no es la del mensaje.')
  const receivedAt = now()
  if (Math.abs(created.getTime() - receivedAt.getTime()) > MAX_SKEW_MS) throw wrongClock(receivedAt)
  return { key, nonce, created, receivedAt }
}

/** The key of a signature is not in force, or not any more. */
export const unknownKey = () =>
  unsigned(
    'unknown_key',
    'La clave de esta caja no está habilitada: avisá a quien administra la red.',
  )

const unsigned = (reason: RefusalReason, sentence: string) =>
  new Refusal(INVALID_SESSION, sentence, reason)

const signatureMissing = () => unsigned('signature_missing', 'Falta la firma de la caja.')

const wrongClock = (now: Date) =>
  unsigned('wrong_clock', `El reloj de la caja no está en hora: son las ${toHeaderTime(now)}.`)

/** The field may have digests by other algorithms too. */
function checkDigest({ headers, text }: SignedMessage): void {
  const given = headers['content-digest']
  if (!given) throw signatureMissing()
  const own = `sha-256=:${hash('sha256', text, 'base64')}:`
  const digests = [given].flat().join().split(',')
  if (digests.some((one) => one.trim() === own)) return
  const hasSha256 = digests.some((one) => one.trim().startsWith('sha-256='))
  throw unsigned(
    'digest_mismatch',
    hasSha256
      ? 'El mensaje no llegó como se firmó.'
      : 'Al Content-Digest del mensaje le falta el SHA-256: mandá «sha-256=:…:» del cuerpo.',
  )
}

/** What the header fields of a message say about its signature; nothing in it has been verified. */
async function parseSignature({ targetUri, headers }: SignedMessage, now: Date) {
  const found: { base: Buffer; signature: Buffer; params: Record<string, unknown> }[] = []
  const parsing = {
    // The library parses the fields and builds the base; the key is read afterwards, by its name.
    keyLookup: async () => ({
      algs: ['ed25519'],
      verify: async (base: Buffer, signature: Buffer, params = {}) =>
        found.push({ base, signature, params }) > 0,
    }),
    requiredParams: REQUIRED_PARAMS,
    requiredFields: COVERED,
    // With a parameter a component is another one, as one member of the digest, under the same name.
    componentParser: (_name: string, { size }: ReadonlyMap<string, unknown>) => {
      if (size > 0) throw new Error('a component has parameters')
      return null
    },
    // The clock is compared after the signature, and by the context's time.
    notAfter: Number.POSITIVE_INFINITY,
  }
  const request = { method: 'POST', url: targetUri, headers: headers as Record<string, string> }
  try {
    await httpbis.verifyMessage(parsing, request)
  } catch (error) {
    // Its parameter `expires` has passed.
    if (error instanceof ExpiredError) throw wrongClock(now)
    // The library throws plain errors for whatever it cannot read.
  }
  const [one] = found
  const { created, keyid, nonce } = one?.params ?? {}
  const input = one?.base.toString().split('\n').at(-1)?.replaceAll(TEXT, '""') ?? ''
  const isComplete =
    found.length === 1 &&
    TYPED.every((param) => param.test(input)) &&
    created instanceof Date &&
    !Number.isNaN(created.getTime()) &&
    typeof keyid === 'string' &&
    typeof nonce === 'string'
  if (!one || !isComplete) throw signatureMissing()
  return { base: one.base, signature: one.signature, created, keyid, nonce }
}

function isSignedBy(publicKey: Buffer, base: Buffer, signature: Buffer): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }
  return verify(null, base, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}
