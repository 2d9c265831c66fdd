import type { CreationOptions, RequestOptions } from '#contract/entities/passkey.ts'
import type { Assertion, NewCredential } from '#contract/fields/passkeyCredential.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import {
  createPasskey,
  type SoftPasskey,
  signChallenge,
} from '#testing/harness/softAuthenticator.ts'

/** A caller's passkeys, and the newest options that the server has answered. */
export interface Passkeys {
  options: {
    registerPasskey?: CreationOptions
    loginPasskey?: RequestOptions
    secondFactorPasskey?: RequestOptions
  }
  /** Passkeys that were sent to `registerPasskey`, by credential id. */
  created: Map<string, SoftPasskey>
  /** Passkeys of the account, by `passkeyId`. */
  stored: Map<string, SoftPasskey>
}

/** The answer of an authenticator to the newest options; without any, nothing: the documented example is sent. */
export function newCredential(
  passkeys: Passkeys,
  origin: string,
  random: SeededRandom,
): { credential?: NewCredential } {
  const options = passkeys.options.registerPasskey
  if (!options) return {}
  const { passkey, credential } = createPasskey(options, { origin, counts: random.bool(0.5) })
  passkeys.created.set(credential.id, passkey)
  return { credential }
}

/** A signature of the newest challenge with a passkey of the account; without either, nothing. */
export function assertion(
  { options, stored }: Passkeys,
  purpose: 'loginPasskey' | 'secondFactorPasskey',
  origin: string,
  random: SeededRandom,
): { credential?: Assertion } {
  const request = options[purpose]
  if (!request || stored.size === 0) return {}
  return { credential: signChallenge(random.oneOf([...stored.values()]), request, { origin }) }
}

/** Stores the options of an answer, and which passkeys the account has after it. */
export function learnPasskeys(
  { options, created, stored }: Passkeys,
  name: string,
  request: string,
  answer: Record<string, unknown>,
): void {
  if (name === 'registerPasskeyOptions') options.registerPasskey = answer.options as CreationOptions
  if (name === 'loginPasskeyOptions') options.loginPasskey = answer.options as RequestOptions
  if (name === 'secondFactorPasskeyOptions')
    options.secondFactorPasskey = answer.options as RequestOptions
  if (name === 'registerPasskey') {
    const { credential } = JSON.parse(request) as { credential: NewCredential }
    const passkey = created.get(credential.id)
    created.delete(credential.id)
    if (passkey) stored.set((answer.passkey as { passkeyId: string }).passkeyId, passkey)
  }
  if (name === 'removePasskey')
    stored.delete((JSON.parse(request) as { passkeyId: string }).passkeyId)
}
