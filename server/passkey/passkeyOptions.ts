import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import { CHALLENGE_LIFETIME, CreationOptions, RequestOptions } from '#contract/entities/passkey.ts'
import type { PasskeyRow } from '#db/accounts/passkeys.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Context } from '#server/context.ts'
import { type ChallengeScope, newChallenge } from '#server/passkey/challenges.ts'
import { ALGORITHMS } from '#server/passkey/verifyCredential.ts'

/** The options with which the browser creates a passkey, beside those that the person has. */
export async function creationOptions(
  context: Context,
  scope: ChallengeScope,
  { person, passkeys }: { person: PersonRow; passkeys: readonly PasskeyRow[] },
): Promise<CreationOptions> {
  const options = await generateRegistrationOptions({
    rpName: 'Surtidor',
    rpID: context.config.passkeys.rpId,
    userName: person.email,
    userDisplayName: `${person.firstName} ${person.firstSurname}`,
    userID: new Uint8Array(userHandleOf(person.id)),
    challenge: newChallenge(context, scope),
    timeout: CHALLENGE_LIFETIME,
    attestationType: 'none',
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return CreationOptions.parse(options)
}

/**
 * The options of `navigator.credentials.get()` for a new challenge.
 * @param passkeys the accepted ones; empty accepts any passkey of the device
 */
export async function requestOptions(
  context: Context,
  scope: ChallengeScope,
  passkeys: readonly PasskeyRow[],
): Promise<RequestOptions> {
  const options = await generateAuthenticationOptions({
    rpID: context.config.passkeys.rpId,
    allowCredentials: passkeys.map(descriptorOf),
    challenge: newChallenge(context, scope),
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required',
  })
  return RequestOptions.parse(options)
}

const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId.toString('base64url'),
  transports,
})

/** The name of the account that a device stores beside a passkey: the bytes of the person's id. */
export const userHandleOf = (personId: string): Buffer =>
  Buffer.from(personId.replaceAll('-', ''), 'hex')
