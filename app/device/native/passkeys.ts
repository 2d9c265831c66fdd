import { registerPlugin } from '@capacitor/core'
import type { CapacitorPasskeyPlugin } from '@capgo/capacitor-passkey'
import { serverOrigin } from '#app/device/platform.ts'

/**
 * The plugin of @capgo/capacitor-passkey by its name: its own module brings a replacement of
 * `navigator.credentials`.
 */
const Plugin =
  registerPlugin<Pick<CapacitorPasskeyPlugin, 'createCredential' | 'getCredential'>>(
    'CapacitorPasskey',
  )

/**
 * Passkeys of the phone for the server's host. The web view has none of them: its own page has another
 * origin.
 */
export const nativePasskeys: NonNullable<typeof globalThis.nativePasskeys> = {
  create: (publicKey) => named(Plugin.createCredential({ publicKey, origin: serverOrigin() })),
  get: (publicKey) => named(Plugin.getCredential({ publicKey, origin: serverOrigin() })),
}

/** Gives an error of the plugin the name of WebAuthn that it carries as its code. */
const named = <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: Error & { code?: string }) => {
    if (error.code) error.name = error.code
    throw error
  })
