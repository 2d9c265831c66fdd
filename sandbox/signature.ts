import { type KeyObject, sign as rsaSign, verify as rsaVerify } from 'node:crypto'
import { canonicalForm } from '#contract/geopay.ts'

/** A key with its id; null: the legacy protocol, SHA1withRSA without a key id. */
export interface WireKey {
  kid: string | null
  key: KeyObject
}
type Header = 'requestHeader' | 'responseHeader'

const algorithm = (kid: string | null) => (kid === null ? 'sha1' : 'sha256')

/** The message with `kid` and `digitalSign` in its header; the signature covers all fields. */
export function signed<H extends object, M extends { [name in Header]?: H }>(
  message: M,
  header: Header,
  { kid, key }: WireKey,
): M {
  const withKid = { ...message[header], ...(kid === null ? {} : { kid }) }
  const text = Buffer.from(canonicalForm({ ...message, [header]: withKid }))
  const digitalSign = rsaSign(algorithm(kid), text, key).toString('base64')
  return { ...message, [header]: { ...withKid, digitalSign } }
}

/**
 * Whether this message carries a valid signature of the key.
 * @param message the parsed message with all its fields, unknown ones included
 */
export function isSigned(message: unknown, header: Header, { kid, key }: WireKey): boolean {
  if (typeof message !== 'object' || message === null || !(header in message)) return false
  const fields = (message as Record<string, unknown>)[header]
  if (typeof fields !== 'object' || fields === null) return false
  const { kid: claimed = null, digitalSign } = fields as Record<string, unknown>
  // The algorithm depends on our key, not on the message: a sender cannot choose the older one.
  if (claimed !== kid || typeof digitalSign !== 'string') return false
  const signature = Buffer.from(digitalSign, 'base64')
  return rsaVerify(algorithm(kid), Buffer.from(canonicalForm(message)), key, signature)
}
