import { defineCall } from '#contract/call.ts'
import { AcceptedCredentials } from '#contract/entities/passkey.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/** `responseDescription` when an operator would be left without a second factor. */
export const ONLY_SECOND_FACTOR =
  'Es tu único segundo factor: agregá otra llave o una app de códigos antes de quitarla.'

/**
 * Removes a passkey of the caller, who still signs in with the password. The owner is notified and
 * gets an email. Sessions that it opened go on; `endSession` ends them.
 * Errors: 05 one that does not exist or is another person's, or the only second factor of an operator.
 */
export const removePasskey = defineCall('passkey', 'removePasskey', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    /** Id of the passkey, as `passkeys` answers it. */
    passkeyId: opaqueCode(40, 'Elegí una llave de la lista.'),
  }),
  response: () => ({
    /** The passkeys that the account has left, for the browser's password manager. */
    accepted: AcceptedCredentials,
  }),
})
