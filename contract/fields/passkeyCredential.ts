import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withDefault } from '#contract/fields/optional.ts'

const FORM = 'La respuesta de la llave de acceso no tiene la forma esperada.'

const base64Url = (max: number) =>
  z.string(FORM).check(z.minLength(1, FORM), z.maxLength(max, FORM), z.regex(/^[\w-]+$/, FORM))
/** Credential id in base64url, at most 1,364 characters. */
const CredentialId = base64Url(1_364)

const credential = <Response extends z.core.$ZodShape>(response: () => Response) =>
  lazyObject(
    () => ({
      id: CredentialId,
      rawId: CredentialId,
      /** Type of the credential, always `public-key`. */
      type: z.literal('public-key', FORM),
      /** What the device signed, in the JSON form of WebAuthn Level 3. */
      response: z.object(
        {
          /** Client data of the browser, base64url. */
          clientDataJSON: base64Url(2_000),
          ...response(),
        },
        FORM,
      ),
    }),
    FORM,
  )

/**
 * A new credential as the browser answers it, in the JSON form of WebAuthn Level 3
 * (`RegistrationResponseJSON`). Other fields of that form are ignored.
 */
export const NewCredential = credential(() => ({
  /** Attestation object with the new public key, base64url. */
  attestationObject: base64Url(4_000),
  /** How the browser reaches the passkey (`internal`, `hybrid`, `usb`); empty: unknown. */
  transports: withDefault(
    z
      .array(z.string(FORM).check(z.regex(/^[a-z-]{1,20}$/, FORM)), FORM)
      .check(z.maxLength(8, FORM)),
    [] as string[],
  ),
}))
export type NewCredential = z.infer<typeof NewCredential>

/** A signed challenge as the browser answers it (`AuthenticationResponseJSON`). */
export const Assertion = credential(() => ({
  /** Authenticator data, base64url. */
  authenticatorData: base64Url(2_000),
  /** Signature over authenticator data and client data, base64url. */
  signature: base64Url(2_000),
  /** Names the account; a device answers it with a passkey that it has chosen itself. */
  userHandle: withDefault(z.string(FORM).check(z.regex(/^[\w-]{0,100}$/, FORM)), ''),
}))
export type Assertion = z.infer<typeof Assertion>
