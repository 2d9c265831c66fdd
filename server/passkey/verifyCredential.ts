import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers'
import type { Assertion, NewCredential } from '#contract/fields/passkeyCredential.ts'
import { CHALLENGE_OVER } from '#contract/passkey/loginPasskey.ts'
import { type PasskeyRow, recordUse } from '#db/accounts/passkeys.ts'
import type { Db } from '#db/core/db.ts'
import type { Context } from '#server/context.ts'
import { Refusal, refuse } from '#server/http/errors.ts'
import { type ChallengeScope, redeemChallenge, stateOf } from '#server/passkey/challenges.ts'

/** COSE algorithms that are offered and accepted: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257]

/** A signature that was verified; neither its challenge nor its counter is used up yet. */
interface VerifiedAssertion {
  counter: number
  backedUp: boolean
  challenge: string
}

/**
 * Verifies a new credential: challenge, origin, site, and that the device verified the person.
 * @returns its columns and its challenge, which is not used up yet; null when it is not acceptable
 * @throws DENIED when its challenge is too old
 */
export async function verifyNewCredential(
  context: Context,
  credential: NewCredential,
  scope: ChallengeScope,
) {
  const { rpId, origins } = context.config.passkeys
  return await withChallenge(context, scope, credential, async (challenge) => {
    if (!isSelfContained(credential)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== credential.id) return null
    return {
      credentialId: Buffer.from(registrationInfo.credential.id, 'base64url'),
      publicKey: Buffer.from(registrationInfo.credential.publicKey),
      counter: registrationInfo.credential.counter,
      backupEligible: registrationInfo.credentialDeviceType === 'multiDevice',
      backedUp: registrationInfo.credentialBackedUp,
      aaguid: registrationInfo.aaguid,
      challenge,
    }
  })
}

/**
 * Verifies a signed challenge with the public key of a passkey, but not its counter: `acceptAssertion`
 * compares it with the stored one in the transaction.
 * @returns null when it is not acceptable
 * @throws DENIED when its challenge is too old
 */
export async function verifyAssertion(
  context: Context,
  credential: Assertion,
  { passkey, scope }: { passkey: PasskeyRow; scope: ChallengeScope },
): Promise<VerifiedAssertion | null> {
  const { rpId, origins } = context.config.passkeys
  return await withChallenge(context, scope, credential, async (challenge) => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpId,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: 0,
      },
    })
    if (!verified) return null
    const { newCounter, credentialBackedUp } = authenticationInfo
    return { counter: newCounter, backedUp: credentialBackedUp, challenge }
  })
}

/**
 * Uses up the challenge and the counter of a verified assertion, in the caller's transaction.
 * @throws DENIED when the challenge was used before, the passkey was removed, or its counter did not
 * rise, which means that a copy of it is in use
 */
export async function acceptAssertion(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  passkey: PasskeyRow,
  { challenge, counter, backedUp }: VerifiedAssertion,
): Promise<void> {
  if (!(await redeemChallenge(tx, challenge))) throw refuse(CHALLENGE_OVER, 'challenge_used')
  if (!(await recordUse(tx, passkey, { counter, backedUp, now: now() })))
    throw refuse(COPIED, 'passkey_copied')
}
const COPIED =
  'Esa llave de acceso parece estar copiada en otro aparato. Ingresá con tu contraseña y quitala de tu cuenta.'

/**
 * Runs a verification with the challenge that a credential answers. The library reports whatever it
 * does not accept by an error, also bytes that it cannot decode.
 */
async function withChallenge<T>(
  context: Context,
  scope: ChallengeScope,
  { response }: NewCredential | Assertion,
  verify: (challenge: string) => Promise<T | null>,
): Promise<T | null> {
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON)
    const state = stateOf(context, scope, challenge)
    if (state === 'expired') throw refuse(CHALLENGE_OVER, 'challenge_expired')
    return state === 'valid' ? await verify(challenge) : null
  } catch (error) {
    if (error instanceof Refusal) throw error
    return null
  }
}

/**
 * Whether a credential comes with no certificates. None are asked for, and the library would fetch the
 * revocation lists that they name: addresses that the caller chooses.
 */
function isSelfContained({ response }: NewCredential): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  return (
    format === 'none' ||
    (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  )
}
