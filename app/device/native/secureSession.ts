import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import type { NativeImplementations } from '#app/device/nativeImplementations.ts'
import { storage } from '#kit/browser/storage.ts'

/** The entry that holds the session, with its token. */
const SESSION = 'currentUser'
/** Entry of the web view that a new installation lacks. */
const INSTALLED = 'installed'

/**
 * The storages of the session on a phone. The entry with the token is in the Keychain or Keystore, or
 * only in memory for a session that is not to be remembered; never in the web view. Other entries stay
 * in the web view.
 */
export async function loadSecureSession(): Promise<NativeImplementations['sessionStorages']> {
  const web = storage('localStorage')
  // iOS keeps the Keychain when the app is removed: a new installation starts without a session.
  if (web.getItem(INSTALLED) === null) {
    await removeSession()
    web.setItem(INSTALLED, 'true')
  }
  const stored = await SecureStorage.getItem(SESSION).catch((error: unknown) => {
    // A Keystore that lost its key, as after a restored backup: the person signs in again.
    console.warn('No se pudo leer la sesión guardada', error)
    return null
  })
  // In the order of the changes: the last one is what stays.
  let written: Promise<unknown> = Promise.resolve()
  const write = (value: string | null) => {
    written = written
      .then(
        (): Promise<unknown> =>
          value === null
            ? SecureStorage.remove(SESSION)
            : SecureStorage.set(SESSION, value, false, false, ACCESS),
      )
      .catch((error: unknown) => console.warn('No se pudo guardar la sesión', error))
  }
  return {
    lastingStorage: withSession(web, parsed(stored), write),
    tabStorage: withSession(storage('sessionStorage'), null, () => undefined),
  }
}

/** Not in backups, and only while the phone is unlocked. */
const ACCESS = KeychainAccess.whenUnlockedThisDeviceOnly

/** Removes the stored session, as when its owner was not recognised. */
export const removeSession = (): Promise<unknown> =>
  SecureStorage.remove(SESSION).catch(() => undefined)

/** `SecureStorage.set` stores a text as JSON. */
function parsed(stored: string | null): string | null {
  try {
    const text = JSON.parse(stored ?? 'null') as unknown
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}

/** A storage whose session entry is in memory, each change of which `write` receives. */
function withSession(
  others: Storage,
  session: string | null,
  write: (session: string | null) => void,
): Storage {
  let current = session
  const change = (value: string | null) => {
    if (value === current) return
    current = value
    write(value)
  }
  return {
    get length() {
      return others.length + (current === null ? 0 : 1)
    },
    key: (place) => (place < others.length ? others.key(place) : current && SESSION),
    getItem: (key) => (key === SESSION ? current : others.getItem(key)),
    setItem: (key, value) => (key === SESSION ? change(value) : others.setItem(key, value)),
    removeItem: (key) => (key === SESSION ? change(null) : others.removeItem(key)),
    clear: () => {
      change(null)
      others.clear()
    },
  }
}
