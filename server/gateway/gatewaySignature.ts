import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as rsaSign,
  verify as rsaVerify,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalForm } from '#contract/geopay.ts'

/** Whose key a message must be signed with: answers and returns, or webhooks. */
export type Signer = 'gateway' | 'webhook'
type Header = 'requestHeader' | 'responseHeader'

/** Signs as the merchant, and tells the gateway's messages from everybody else's. */
export interface Signatures {
  /** @throws KeyMissing */
  sign<M extends { [name in Header]?: object }>(message: M, header: Header): M
  /**
   * Whether the signatory signed exactly this message.
   * @param raw the parsed raw message, unknown fields and all
   * @throws KeyMissing
   */
  verify(raw: unknown, header: Header, signatory: Signer): boolean
}

/** A key's file is not there (yet). */
export class KeyMissing extends Error {}

interface Key {
  kid: string
  key: KeyObject
}

/**
 * Keys are read when they are first needed, and again while they are missing: the gateway may make
 * them a moment after we start.
 * @param legacy SHA1withRSA and no key id; which of the two wires is spoken is our setting alone
 */
export function openSignatures({
  keysDir,
  legacy,
}: {
  keysDir: string
  legacy: boolean
}): Signatures {
  const algorithm = legacy ? 'sha1' : 'sha256'
  const known = new Map<string, Key>()
  const keyOf = (file: string, read: (pem: string) => KeyObject): Key => {
    const before = known.get(file)
    if (before) return before
    const key = readKey(join(keysDir, file), read)
    const fresh = { key, kid: kidOf(key) }
    known.set(file, fresh)
    return fresh
  }
  return {
    sign(message, header) {
      const { kid, key } = keyOf('merchant.pem', createPrivateKey)
      const {
        digitalSign: _,
        kid: __,
        ...rest
      } = (message[header] ?? {}) as Record<string, unknown>
      const named = legacy ? rest : { ...rest, kid }
      const text = Buffer.from(canonicalForm({ ...message, [header]: named }))
      const digitalSign = rsaSign(algorithm, text, key).toString('base64')
      return { ...message, [header]: { ...named, digitalSign } }
    },
    verify(raw, header, signatory) {
      const { kid, key } = keyOf(`${signatory}.pub.pem`, createPublicKey)
      const said = objectIn(raw, header)
      if (!said || typeof said.digitalSign !== 'string') return false
      // The message may name the key that we expect, and no other: it never picks the algorithm.
      if (said.kid !== (legacy ? undefined : kid)) return false
      const proof = Buffer.from(said.digitalSign, 'base64')
      return rsaVerify(algorithm, Buffer.from(canonicalForm(raw)), key, proof)
    },
  }
}

function readKey(path: string, read: (pem: string) => KeyObject): KeyObject {
  try {
    return read(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new KeyMissing(`${path} cannot be read as a key`, { cause: error })
  }
}

/** A key goes by the first 16 characters (base64url) of the SHA-256 of its public half in DER. */
function kidOf(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key
  const der = half.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('base64url').slice(0, 16)
}

function objectIn(raw: unknown, name: string): Record<string, unknown> | undefined {
  const inner: unknown = typeof raw === 'object' && raw ? Reflect.get(raw, name) : undefined
  return typeof inner === 'object' && inner ? (inner as Record<string, unknown>) : undefined
}
