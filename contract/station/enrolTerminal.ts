import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { ENROLMENT_CODE_REQUIRED, EnrolmentCode } from '#contract/fields/groupedCode.ts'
import { PublicKey } from '#contract/fields/publicKey.ts'

/**
 * Joins a terminal to its station: the code of an operator and the public key of a key pair that the
 * terminal has made. A repeat with the same code and key gets the same answer.
 * Errors: 05 a code that is wrong, used or expired; a key that was used before; HTTP 429.
 */
export const enrolTerminal = defineCall('station', 'enrolTerminal', {
  access: 'open',
  request: () => ({
    /** The one-time code that the operator gave, 16 letters and digits, valid for 24 hours. */
    enrolmentCode: EnrolmentCode.check(z.minLength(1, ENROLMENT_CODE_REQUIRED)),
    /** The 32 bytes of the new Ed25519 public key in base64. */
    publicKey: PublicKey,
  }),
  response: () => ({
    /** Names the key in signatures: the SHA-256 of the public key in base64url, without padding. */
    keyid: z.string(),
    terminalName: z.string(),
    /** Code of its station, as `branches` lists it. */
    branchCode: z.string(),
    branchName: z.string(),
  }),
})
