import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'

/** A passkey of the caller. */
export const Passkey = lazyObject(() => ({
  /** Id of the passkey, as `renamePasskey` and `removePasskey` take it; opaque. */
  passkeyId: z.string(),
  /**
   * Name of the passkey as its owner calls it; at first the store of the passkey or the browser
   * that added it.
   */
  name: z.string(),
  /** When it was added, `yyyyMMddHHmmss` in Montevideo. */
  since: Stamp,
  /** When it was last used, `yyyyMMddHHmmss` in Montevideo; empty: never. */
  lastUse: z.union([Stamp, z.literal('')]),
  /** Whether it is stored in an account of its owner, so that a lost device does not lose it. */
  synced: z.boolean(),
}))
export type Passkey = z.infer<typeof Passkey>

/** A credential that the browser is asked to use, or not to create again. */
const Descriptor = lazyObject(() => ({
  /** Credential id in base64url, at most 1,364 characters. */
  id: z.string(),
  /** Type of the credential, always `public-key`. */
  type: z.literal('public-key'),
  /** How the browser reaches the passkey (`internal`, `hybrid`, `usb`); empty: unknown. */
  transports: z.array(z.string()),
}))

/**
 * The options of `navigator.credentials.create()`, in the JSON form of WebAuthn Level 3
 * (`PublicKeyCredentialCreationOptionsJSON`); binary values are base64url.
 */
export const CreationOptions = lazyObject(() => ({
  /** The site to which the passkey will belong. */
  rp: z.object({
    /** Domain of the site. */
    id: z.string(),
    /** Name of the site, as the browser shows it. */
    name: z.string(),
  }),
  /** The account to which the passkey will belong. */
  user: z.object({
    /** User handle of the account, base64url. */
    id: z.string(),
    /** Email of the account. */
    name: z.string(),
    /** Name of the person, as the browser shows it. */
    displayName: z.string(),
  }),
  /** Random challenge in base64url; valid once and for five minutes. */
  challenge: z.string(),
  /** Signature algorithms that are accepted, best first. */
  pubKeyCredParams: z.array(
    z.object({
      /** Number of the algorithm in the COSE registry. */
      alg: z.int(),
      /** Type of the credential, always `public-key`. */
      type: z.literal('public-key'),
    }),
  ),
  /** How long the browser waits for the person, in milliseconds. */
  timeout: z.int(),
  /** Passkeys that the account has, which the browser must not create again. */
  excludeCredentials: z.array(Descriptor),
  /** What the device has to be able to do. */
  authenticatorSelection: z.object({
    /** Always `required`: the device stores the passkey. */
    residentKey: z.literal('required'),
    /** Always true: the same for older browsers. */
    requireResidentKey: z.boolean(),
    /** Always `required`: the device verifies the person. */
    userVerification: z.literal('required'),
  }),
  /** Always `none`: the make of the device is not asked for. */
  attestation: z.literal('none'),
  /** Extensions of WebAuthn that are asked for. */
  extensions: z.object({
    /** Whether the browser reports if the passkey is stored on the device. */
    credProps: z.boolean(),
  }),
}))
export type CreationOptions = z.infer<typeof CreationOptions>

/** The options of `navigator.credentials.get()` (`PublicKeyCredentialRequestOptionsJSON`). */
export const RequestOptions = lazyObject(() => ({
  /** Random challenge in base64url; valid once and for five minutes. */
  challenge: z.string(),
  /** Domain of the site to which the passkeys belong. */
  rpId: z.string(),
  /** How long the browser waits for the person, in milliseconds. */
  timeout: z.int(),
  /** Always `required`: the device verifies the person. */
  userVerification: z.literal('required'),
  /** The passkeys that are accepted; empty: any that the device has for this site. */
  allowCredentials: z.array(Descriptor),
}))
export type RequestOptions = z.infer<typeof RequestOptions>

/**
 * The argument of `PublicKeyCredential.signalAllAcceptedCredentials()`: the credentials of an account,
 * so that a password manager offers no others for it.
 */
export const AcceptedCredentials = lazyObject(() => ({
  /** Domain of the site to which the passkeys belong. */
  rpId: z.string(),
  /** User handle of the account, base64url. */
  userId: z.string(),
  /** Credential ids of the passkeys that the account has, base64url. */
  allAcceptedCredentialIds: z.array(z.string()),
}))
export type AcceptedCredentials = z.infer<typeof AcceptedCredentials>

/** Milliseconds for which a challenge is accepted. */
export const CHALLENGE_LIFETIME = 5 * 60_000
export const MAX_PASSKEYS = 10
