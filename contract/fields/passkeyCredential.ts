import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'

const FORM = 'La respuesta de la llave de acceso no tiene la forma esperada.'

const base64Url = (max: number) =>
  z.string(FORM).check(z.minLength(1, FORM), z.maxLength(max, FORM), z.regex(/^[\w-]+$/, FORM))
/** 1,023 bytes, the longest id of WebAuthn. */
const CredentialId = base64Url(1_364)

const credential = <Response extends z.core.$ZodShape>(response: Response) =>
  z.object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: z.literal('public-key', FORM),
      response: z.object({ clientDataJSON: base64Url(2_000), ...response }, FORM),
    },
    FORM,
  )

/**
 * A new credential as the browser answers it, in the JSON form of WebAuthn Level 3
 * (`RegistrationResponseJSON`). Other fields of that form are ignored.
 */
export const NewCredential = credential({
  attestationObject: base64Url(4_000),
  /** How the browser reaches the passkey: `internal`, `hybrid`, `usb`… */
  transports: withDefault(
    z
      .array(z.string(FORM).check(z.regex(/^[a-z-]{1,20}$/, FORM)), FORM)
      .check(z.maxLength(8, FORM)),
    [] as string[],
  ),
})
export type NewCredential = z.infer<typeof NewCredential>

/** A signed challenge as the browser answers it (`AuthenticationResponseJSON`). */
export const Assertion = credential({
  authenticatorData: base64Url(2_000),
  signature: base64Url(2_000),
  /** Names the account; a device answers it with a passkey that it has chosen itself. */
  userHandle: withDefault(z.string(FORM).check(z.regex(/^[\w-]{0,100}$/, FORM)), ''),
})
export type Assertion = z.infer<typeof Assertion>
