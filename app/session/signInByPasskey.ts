import type { App } from '#app/context.ts'
import { deviceInfo } from '#app/device/deviceInfo.ts'
import { startSession } from '#app/session/signIn.ts'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import { callLoginPasskey } from '#shared/passkeys/callLoginPasskey.ts'

/**
 * Signs in by a passkey and starts the session.
 * @param offered the challenge that a suggested passkey has signed
 * @throws ApiError with a sentence for the person; no session is started then
 */
export async function signInByPasskey(
  { call, session }: Pick<App, 'call' | 'session'>,
  { remember, offered }: { remember: boolean; offered?: Assertion | undefined },
): Promise<void> {
  startSession(session, await callLoginPasskey(call, deviceInfo(), offered), { remember })
}
