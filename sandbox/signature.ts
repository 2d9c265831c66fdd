import type { KeyObject } from 'node:crypto'
import { sign as rsaSign, verify as rsaVerify } from 'node:crypto'
import { canonicalForm } from '#contract/geopay.ts'

/** A key and its id. Without an id the legacy algorithm SHA1withRSA is used. */
export interface WireKey {
  kid: string | null
  key: KeyObject
}
type Header = 'requestHeader' | 'responseHeader'

const algorithm = (kid: string | null) => (kid === null ? 'sha1' : 'sha256')

/**
 * Returns the message with `kid` and `digitalSign` in its header. The signature covers the
 * canonical form of the whole message.
 */
export function signed<H extends object, M extends { [name in Header]?: H }>(
  message: M,
  header: Header,
  { kid, key }: WireKey,
): M {
  const named = { ...message[header], ...(kid === null ? {} : { kid }) }
  const text = Buffer.from(canonicalForm({ ...message, [header]: named }))
  const digitalSign = rsaSign(algorithm(kid), text, key).toString('base64')
  return { ...message, [header]: { ...named, digitalSign } }
}

/**
 * Whether a key signed exactly this message.
 * @param message the parsed raw message, including unknown fields
 */
export function isSigned(message: unknown, header: Header, { kid, key }: WireKey): boolean {
  if (typeof message !== 'object' || message === null || !(header in message)) return false
  const named = (message as Record<string, unknown>)[header]
  if (typeof named !== 'object' || named === null) return false
  const { kid: claimed = null, digitalSign } = named as Record<string, unknown>
  // Our own key determines the algorithm, so that a sender cannot choose the legacy one.
  if (claimed !== kid || typeof digitalSign !== 'string') return false
  const proof = Buffer.from(digitalSign, 'base64')
  return rsaVerify(algorithm(kid), Buffer.from(canonicalForm(message)), key, proof)
}
