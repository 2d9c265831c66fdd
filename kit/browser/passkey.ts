import type {
  AcceptedCredentials,
  CreationOptions,
  RequestOptions,
} from '#contract/entities/passkey.ts'
import type { Assertion, NewCredential } from '#contract/fields/passkeyCredential.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError } from '#kit/api/apiError.ts'

/**
 * Passkeys of the phone, where the page's own `navigator.credentials` has none of them. Both reject
 * with the errors of WebAuthn (`NotAllowedError`, `InvalidStateError`).
 */
interface NativePasskeys {
  create: (options: CreationOptions) => Promise<{
    id: string
    rawId: string
    response: Omit<NewCredential['response'], 'transports'> & { transports?: string[] }
  }>
  get: (options: RequestOptions) => Promise<{
    id: string
    rawId: string
    response: Omit<Assertion['response'], 'userHandle'> & { userHandle?: string | null }
  }>
}

declare global {
  /** Set by the native shell before the page's scripts run; undefined in a browser. */
  var nativePasskeys: NativePasskeys | undefined
}

/** The library of the browser's passkeys, loaded with the first use. */
const library = () => import('@simplewebauthn/browser')

/**
 * Creates a passkey on this device.
 * @throws ApiError with a sentence for the person: cancelled, too late, exists already, not supported
 */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  try {
    const { id, rawId, response } = globalThis.nativePasskeys
      ? await globalThis.nativePasskeys.create(options)
      : await (await library()).startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, transports },
    }
  } catch (error) {
    throw explained(error, 'create')
  }
}

/**
 * Signs a challenge with a passkey that the person chooses.
 * @throws ApiError with a sentence for the person: cancelled, too late, none here, not supported
 */
export async function signWithPasskey(options: RequestOptions): Promise<Assertion> {
  try {
    if (globalThis.nativePasskeys) return toAssertion(await globalThis.nativePasskeys.get(options))
    const { startAuthentication } = await library()
    return toAssertion(await startAuthentication({ optionsJSON: options }))
  } catch (error) {
    throw explained(error, 'use')
  }
}

/**
 * Offers the passkeys of this device in the suggestions of the field with `autocomplete="… webauthn"`.
 * @returns the signed challenge once the person chose one; null where the browser offers none, or
 *   another use or `stopOffer` has ended the offer
 */
export async function offerPasskeys(options: RequestOptions): Promise<Assertion | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await library()
  if (!(await browserSupportsWebAuthnAutofill())) return null
  return await startAuthentication({ optionsJSON: options, useBrowserAutofill: true }).then(
    toAssertion,
    () => null,
  )
}

/** Ends an offer that waits, as when the screen is left. */
export const stopOffer = async (): Promise<void> =>
  (await library()).WebAuthnAbortService.cancelCeremony()

/** Whether the device may have passkeys: a page without https has none. */
export const supportsPasskeys = (): boolean =>
  globalThis.nativePasskeys !== undefined || 'PublicKeyCredential' in globalThis

/** Whether the device itself can hold one: it has a lock by finger, face or PIN. */
export const hasPlatformAuthenticator = async (): Promise<boolean> =>
  'PublicKeyCredential' in globalThis &&
  (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())

/**
 * Tells the device's password managers which passkeys an account has, so that they offer no others for
 * it. Call it with what the server has just answered: some delete the others.
 */
export async function signalAccepted(accepted: AcceptedCredentials): Promise<void> {
  if (hasMethod('signalAllAcceptedCredentials'))
    await PublicKeyCredential.signalAllAcceptedCredentials(accepted).catch(console.warn)
}

/** Tells the device's password managers that no account has a passkey. */
export async function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  if (hasMethod('signalUnknownCredential'))
    await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(console.warn)
}

/** Not in Firefox and in Safari before 26, which go on offering the passkey. */
const hasMethod = (name: 'signalAllAcceptedCredentials' | 'signalUnknownCredential') =>
  !globalThis.nativePasskeys &&
  'PublicKeyCredential' in globalThis &&
  name in globalThis.PublicKeyCredential

function toAssertion({
  id,
  rawId,
  response,
}: Awaited<ReturnType<NativePasskeys['get']>>): Assertion {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? '' },
  }
}

/** The sentence for an error of WebAuthn. Browsers tell a cancel, a time-out and no passkey alike. */
function explained(error: unknown, what: 'create' | 'use'): ApiError {
  if (error instanceof ApiError) return error
  console.warn(error)
  const { name } = error as Error | DOMException
  const sentence = supportsPasskeys() ? (SENTENCES[name] ?? OTHERS[what]) : UNSUPPORTED
  return new ApiError(DENIED, sentence)
}

const UNSUPPORTED =
  'Este navegador no permite llaves de acceso. Podés seguir ingresando con tu contraseña.'
const NO_LOCK =
  'Este dispositivo no puede guardar llaves de acceso. Fijate que tenga un bloqueo de pantalla: PIN, huella o cara.'
const SENTENCES: Record<string, string> = {
  InvalidStateError: 'Este dispositivo ya tiene una llave de acceso de tu cuenta.',
  SecurityError: 'Desde esta dirección no se pueden usar llaves de acceso.',
  NotSupportedError: NO_LOCK,
  ConstraintError: NO_LOCK,
}
const OTHERS = {
  create: 'No se agregó ninguna llave: se canceló o pasó demasiado tiempo. Probá de nuevo.',
  use: 'No se usó ninguna llave: se canceló, pasó demasiado tiempo o en este dispositivo no hay una de tu cuenta. Probá de nuevo, o ingresá con tu contraseña.',
}
