import { defineCall } from '#contract/call.ts'
import { PasskeyName } from '#contract/fields/passkeyName.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/**
 * Gives a passkey of the caller another name.
 * Errors: 05 one that does not exist or is another person's.
 */
export const renamePasskey = defineCall('passkey', 'renamePasskey', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    /** Id of the passkey, as `passkeys` answers it. */
    passkeyId: opaqueCode(40, 'Elegí una llave de la lista.'),
    /** The new name, 1 to 40 characters. */
    name: PasskeyName,
  }),
})
