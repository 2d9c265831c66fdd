import type { AnswerOf } from '#contract/call.ts'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import { loginPasskey } from '#contract/passkey/loginPasskey.ts'
import { loginPasskeyOptions } from '#contract/passkey/loginPasskeyOptions.ts'
import type { Call, CallOptions } from '#kit/api/apiClient.ts'
import { toApiError } from '#kit/api/apiError.ts'
import { signalUnknown, signWithPasskey } from '#kit/browser/passkey.ts'

const NO_SESSION = { as: { token: '', user: '' } }

/** The functions with which the browser signs in by a passkey. */
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
