import { hash } from 'node:crypto'
import { refuse } from '#server/http/errors.ts'

/** A public key as it is stored, with the name that signatures use. @param text base64 */
export function newKey(text: string): { keyid: string; publicKey: Buffer } {
  const publicKey = Buffer.from(text, 'base64')
  return { keyid: hash('sha256', publicKey, 'base64url'), publicKey }
}

/** A public key is enrolled once: one that has ended does not come back. */
export const keyUsed = () => refuse('Esa clave ya se usó: generá otra.', 'key_used')
