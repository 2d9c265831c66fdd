import type { AnswerOf } from '#contract/call.ts'
import { CHALLENGE_LIFETIME } from '#contract/entities/passkey.ts'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import { loginPasskey } from '#contract/passkey/loginPasskey.ts'
import { loginPasskeyOptions } from '#contract/passkey/loginPasskeyOptions.ts'
import type { Call, CallOptions } from '#kit/api/apiClient.ts'
import { toApiError } from '#kit/api/apiError.ts'
import {
  offerPasskeys,
  signalUnknown,
  signWithPasskey,
  stopOffer,
  supportsPasskeys,
} from '#kit/browser/passkey.ts'

const NO_SESSION = { as: { token: '', user: '' } }

export const passkeyOptions = async (call: Call) =>
  (await call(loginPasskeyOptions, {}, NO_SESSION)).options

/**
 * Calls `loginPasskey` with a passkey that the person chooses.
 * @param offered the challenge that was signed when the person chose a suggested passkey; without it the
 *   person chooses one now
 * @throws ApiError of the calls, or with a sentence about what the device did
 */
export async function callLoginPasskey(
  call: Call,
  device: NonNullable<CallOptions['additionalData']>,
  offered?: Assertion,
): Promise<AnswerOf<typeof loginPasskey>> {
  const credential = offered ?? (await signWithPasskey(await passkeyOptions(call)))
  const options = { ...NO_SESSION, additionalData: device }
  return await call(loginPasskey, { credential }, options).catch((error: unknown) => {
    if (toApiError(error).reason === 'passkey_unknown')
      void forget(call, credential).catch(console.warn)
    throw error
  })
}

const forget = async (call: Call, { id }: Assertion) =>
  await signalUnknown((await passkeyOptions(call)).rpId, id)

/** Milliseconds after which the suggestions get a new challenge: a minute before the server refuses it. */
const RENEWAL = CHALLENGE_LIFETIME - 60_000

/**
 * Lets the browser suggest passkeys in the login's first field while the screen is shown. Errors are
 * not reported: the person has asked for nothing.
 * @param onChosen receives the challenge that the chosen passkey signed
 * @param ended ends the suggestions
 */
export function suggestPasskeys(
  call: Call,
  onChosen: (assertion: Assertion) => void,
  ended: AbortSignal,
): void {
  if (!supportsPasskeys() || globalThis.nativePasskeys || ended.aborted) return
  const suggest = async () => {
    if (document.hidden) return
    const options = await passkeyOptions(call)
    const assertion = ended.aborted ? null : await offerPasskeys(options)
    if (assertion && !ended.aborted) onChosen(assertion)
  }
  const suggestQuietly = () => void suggest().catch(console.warn)
  suggestQuietly()
  const timer = setInterval(suggestQuietly, RENEWAL)
  ended.addEventListener('abort', () => {
    clearInterval(timer)
    void stopOffer()
  })
}
