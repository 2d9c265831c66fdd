import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { CreationOptions, RequestOptions } from '#contract/entities/passkey.ts'
import type { Assertion, NewCredential } from '#contract/fields/passkeyCredential.ts'

/** A passkey of the software authenticator. */
export interface SoftPasskey {
  id: Buffer
  privateKey: KeyObject
  userHandle: string
  /** Rises by one with each use; null: the passkey does not count. */
  counter: number | null
}

/** The faults that a test gives the authenticator or the browser. */
interface Wrong {
  origin?: string
  rpId?: string
  /** Without the verification of the person (UV), or without their presence (UP) too. */
  verified?: 'present' | 'absent'
  /** `type` of the client data. */
  type?: string
  challenge?: string
  counter?: number
  userHandle?: string
  /** The key that signs. */
  key?: KeyObject
  format?: string
  statement?: Map<string, unknown>
}

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, credential: 0x40 }
const ORIGIN = 'http://localhost:3000'
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** Creates a passkey as a browser with a platform authenticator does (WebAuthn Level 3, ES256). */
export function createPasskey(
  options: CreationOptions,
  wrong: Wrong & { counts?: boolean } = {},
): { passkey: SoftPasskey; credential: NewCredential } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { counts = true } = wrong
  const passkey: SoftPasskey = {
    id: randomBytes(32),
    privateKey,
    userHandle: options.user.id,
    counter: counts ? 1 : null,
  }
  const length = Buffer.alloc(2)
  length.writeUInt16BE(passkey.id.length)
  const aaguid = Buffer.alloc(16)
  const authData = Buffer.concat([
    authenticatorData(options.rp.id, passkey, wrong, FLAGS.credential),
    aaguid,
    length,
    passkey.id,
    coseKey(publicKey),
  ])
  const attestation = new Map<string, unknown>([
    ['fmt', wrong.format ?? 'none'],
    ['attStmt', wrong.statement ?? new Map()],
    ['authData', new Uint8Array(authData)],
  ])
  const id = passkey.id.toString('base64url')
  return {
    passkey,
    credential: {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData(options.challenge, 'webauthn.create', wrong),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    },
  }
}

/** Signs a challenge with a passkey. */
export function signChallenge(
  passkey: SoftPasskey,
  options: RequestOptions,
  wrong: Wrong = {},
): Assertion {
  if (passkey.counter !== null) passkey.counter++
  const authData = authenticatorData(options.rpId, passkey, wrong, 0)
  const clientDataJSON = clientData(options.challenge, 'webauthn.get', wrong)
  const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
  const id = passkey.id.toString('base64url')
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, wrong.key ?? passkey.privateKey).toString('base64url'),
      userHandle: wrong.userHandle ?? passkey.userHandle,
    },
  }
}

function authenticatorData(rpId: string, passkey: SoftPasskey, wrong: Wrong, more: number): Buffer {
  const { present, verified, eligible, backedUp } = FLAGS
  const person = { present, absent: 0, verified: present | verified }[wrong.verified ?? 'verified']
  const rest = Buffer.alloc(5)
  rest.writeUInt8(person | eligible | backedUp | more)
  rest.writeUInt32BE(wrong.counter ?? passkey.counter ?? 0, 1)
  return Buffer.concat([sha256(wrong.rpId ?? rpId), rest])
}

const clientData = (challenge: string, type: string, wrong: Wrong): string =>
  Buffer.from(
    JSON.stringify({
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? ORIGIN,
      crossOrigin: false,
    }),
  ).toString('base64url')

/** The public key as COSE has it (RFC 9053): EC2, ES256, P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  return Buffer.from(isoCBOR.encode(key as never))
}
