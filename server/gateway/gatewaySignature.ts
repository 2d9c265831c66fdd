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
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'

type Header = 'requestHeader' | 'responseHeader'

interface Key {
  kid: string
  key: KeyObject
}

/**
 * Signs as the merchant and verifies the gateway's signatures.
 * Reads each key when it is first needed, and again while it is missing: the sandbox may create the
 * keys after the server has started.
 * @param legacy SHA1withRSA without a key id; the setting alone decides, never a message
 */
export function createSignatures({ keysDir, legacy }: { keysDir: string; legacy: boolean }) {
  const algorithm = legacy ? 'sha1' : 'sha256'
  const cache = new Map<string, Key>()
  const keyOf = (file: string, read: (pem: string) => KeyObject): Key => {
    const cached = cache.get(file)
    if (cached) return cached
    const key = readKey(join(keysDir, file), read)
    const loaded = { key, kid: kidOf(key) }
    cache.set(file, loaded)
    return loaded
  }
  return {
    /** @throws GatewayUnreachable without the key */
    sign<M extends { [name in Header]?: object }>(message: M, header: Header): M {
      const { kid, key } = keyOf('merchant.pem', createPrivateKey)
      const signedHeader = legacy ? message[header] : { ...message[header], kid }
      const text = Buffer.from(canonicalForm({ ...message, [header]: signedHeader }))
      const digitalSign = rsaSign(algorithm, text, key).toString('base64')
      return { ...message, [header]: { ...signedHeader, digitalSign } }
    },
    /**
     * Whether the signer signed exactly this message.
     * @param raw the parsed raw message, unknown fields and all
     * @param signer the owner of the key: `gateway` signs answers and returns
     * @throws GatewayUnreachable without the key
     */
    verify(raw: unknown, header: Header, signer: 'gateway' | 'webhook'): boolean {
      const { kid, key } = keyOf(`${signer}.pub.pem`, createPublicKey)
      const signed = objectIn(raw, header)
      if (!signed || typeof signed.digitalSign !== 'string') return false
      // The key id must be the expected one: a message never chooses the key or the algorithm.
      if (signed.kid !== (legacy ? undefined : kid)) return false
      const signature = Buffer.from(signed.digitalSign, 'base64')
      return rsaVerify(algorithm, Buffer.from(canonicalForm(raw)), key, signature)
    },
  }
}

function readKey(path: string, read: (pem: string) => KeyObject): KeyObject {
  try {
    return read(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new GatewayUnreachable(`${path} cannot be read as a key`, { cause: error })
  }
}

/** A key's id: the first 16 characters (base64url) of the SHA-256 of its public key in DER. */
function kidOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('base64url').slice(0, 16)
}

function objectIn(raw: unknown, name: string): Record<string, unknown> | undefined {
  const inner: unknown = typeof raw === 'object' && raw ? Reflect.get(raw, name) : undefined
  return typeof inner === 'object' && inner ? (inner as Record<string, unknown>) : undefined
}
