import * as z from 'zod/mini'
import { Stamp } from '#contract/fields/stamp.ts'

export const Passkey = z.object({
  passkeyId: z.string(),
  /** As its owner calls it; at first the store of the passkey or the browser that added it. */
  name: z.string(),
  since: Stamp,
  /** When it was last used; empty: never. */
  lastUse: z.union([Stamp, z.literal('')]),
  /** Whether it is stored in an account of its owner, so that a lost device does not lose it. */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

/** A credential that the browser is asked to use, or not to create again. */
const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  /** How the browser reaches it; empty: unknown. */
  transports: z.array(z.string()),
})

/**
 * The options of `navigator.credentials.create()`, in the JSON form of WebAuthn Level 3
 * (`PublicKeyCredentialCreationOptionsJSON`); binary values are base64url.
 */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  extensions: z.object({ credProps: z.boolean() }),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** The options of `navigator.credentials.get()` (`PublicKeyCredentialRequestOptionsJSON`). */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** The passkeys that are accepted; empty: any that the device has for this site. */
  allowCredentials: z.array(Descriptor),
})
export type RequestOptions = z.infer<typeof RequestOptions>

/**
 * The argument of `PublicKeyCredential.signalAllAcceptedCredentials()`: the credentials of an account,
 * so that a password manager offers no others for it.
 */
export const AcceptedCredentials = z.object({
  rpId: z.string(),
  /** The user handle of the account. */
  userId: z.string(),
  allAcceptedCredentialIds: z.array(z.string()),
})
export type AcceptedCredentials = z.infer<typeof AcceptedCredentials>

/** Milliseconds for which a challenge is accepted. */
export const CHALLENGE_LIFETIME = 5 * 60_000
export const MAX_PASSKEYS = 10
