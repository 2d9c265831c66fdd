import { createStore, del, get, set } from 'idb-keyval'

/**
 * The push registration of this browser, stored where the service worker reads it too. It names the
 * session's subscription and nothing of the person.
 */
interface PushOwner {
  /** Id of the subscription; a message to another one shows nothing personal. */
  id: string
  /** The address that was registered, or the token of a native app. */
  endpoint: string
  /** The server's key with which it was made; empty for a native app. */
  publicKey: string
}

const KEY = 'owner'
/** Opened at its first use: not every browser and not every window has IndexedDB. */
const store = () => createStore('surtidor-push', 'registration')

/** The stored registration; undefined: none, or the browser stores nothing. */
export async function pushOwner(): Promise<PushOwner | undefined> {
  try {
    return await get<PushOwner>(KEY, store())
  } catch {
    return undefined
  }
}

/** Stores what is registered. Where nothing can be stored, messages show nothing personal. */
export async function setPushOwner(owner: PushOwner | undefined): Promise<void> {
  try {
    await (owner ? set(KEY, owner, store()) : del(KEY, store()))
  } catch (error) {
    console.warn('No se pudo guardar el registro de avisos', error)
  }
}
