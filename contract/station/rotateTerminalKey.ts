import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { PublicKey } from '#contract/fields/publicKey.ts'

/**
 * Puts a new key of the terminal into force. The key that signs this call ends 24 hours later; until
 * then both are valid, and no third one. Store the new private key before the call: its `keyid` is
 * known beforehand.
 * Errors: 05 two keys are in force; a key that was used before.
 */
export const rotateTerminalKey = defineCall('station', 'rotateTerminalKey', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** The 32 bytes of the new Ed25519 public key in base64. */
    publicKey: PublicKey,
  }),
  response: () => ({
    /** Names the new key in signatures: the SHA-256 of the public key in base64url, without padding. */
    keyid: z.string(),
    /** Until when the key that signed this call is valid, `yyyyMMddHHmmss`. */
    oldKeyUntil: z.string(),
  }),
})
