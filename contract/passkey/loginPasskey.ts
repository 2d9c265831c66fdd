import { defineCall } from '#contract/call.ts'
import { Assertion } from '#contract/fields/passkeyCredential.ts'
import { login } from '#contract/user/login.ts'

/** `responseDescription` of a challenge that was used before or is too old. */
export const CHALLENGE_OVER = 'Pasó demasiado tiempo. Probá otra vez con tu llave de acceso.'

/**
 * `responseDescription` of a passkey that no account has: the browser may forget it. Every other refusal
 * has another one.
 */
export const UNKNOWN_PASSKEY =
  'Esa llave de acceso ya no sirve para ingresar. Probá con otra, o con tu contraseña.'

/**
 * Authenticates a user by a passkey and opens a session, as `login` does by the password, with the
 * same answer. The device has verified the person, so that the session of an operator has shown its
 * second factor.
 * Errors: 05 a passkey that is not of this network or was removed, a signature that is not right, a
 * challenge that was used or is older than five minutes, a locked account, or an operator in the phone app; 86 an
 * account that is not confirmed; HTTP 429 after refusals of the passkey, or from the address.
 */
export const loginPasskey = defineCall('passkey', 'loginPasskey', {
  access: 'open',
  request: () => ({ credential: Assertion }),
  response: () => login.response.shape,
})
