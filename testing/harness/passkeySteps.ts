import { loginPasskey } from '#contract/passkey/loginPasskey.ts'
import { loginPasskeyOptions } from '#contract/passkey/loginPasskeyOptions.ts'
import { registerPasskey } from '#contract/passkey/registerPasskey.ts'
import { registerPasskeyOptions } from '#contract/passkey/registerPasskeyOptions.ts'
import {
  createPasskey,
  type SoftPasskey,
  signChallenge,
} from '#testing/harness/softAuthenticator.ts'
import { PASSWORD, type Person, type TestServer } from '#testing/harness/testServer.ts'

export type Wrong = Parameters<typeof signChallenge>[2]

/** Adds a passkey to the account of a session, with the password. */
export async function addPasskey(person: Person, wrong: Parameters<typeof createPasskey>[1] = {}) {
  const { options } = await person.call(registerPasskeyOptions, { password: PASSWORD })
  const { passkey, credential } = createPasskey(options, wrong)
  const answer = await person.call(registerPasskey, { credential })
  return { passkey, listed: answer.passkey, answer }
}

/** Signs in by a passkey. */
export async function signInBy(
  { stranger }: Pick<TestServer, 'stranger'>,
  passkey: SoftPasskey,
  wrong: Wrong = {},
  more: Parameters<Person['call']>[2] = {},
) {
  const { options } = await stranger.call(loginPasskeyOptions, {})
  const credential = signChallenge(passkey, options, wrong)
  return await stranger.call(loginPasskey, { credential }, more)
}
