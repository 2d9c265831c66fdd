import type * as z from 'zod/mini'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'

/** The fields that every session has; each program stores more. */
export interface StoredSession {
  userSessionToken: string
  /** Until it is `shown` an operator's session may only show or enrol it. */
  secondFactor: SecondFactorState
}

export interface SessionStoreOptions<S extends StoredSession> {
  key: string
  schema: z.ZodMiniType<S>
  /** Ends with the tab; survives a reload and the way to the card gateway and back. */
  tabStorage: Storage
  /** Survives the browser, for a session that is to be remembered. Without it none is. */
  lastingStorage?: Storage
  /** Registers a listener for changes of the lasting storage in other tabs: the entry's name, null for all. */
  onOtherTab?: (listener: (key: string | null) => void) => void
  /** Runs when the session is ended, here or elsewhere, not when it expires. */
  onEnd?: (session: S) => void
  /** Runs at the start when a remembered session was ended while this tab did not listen. */
  onMissedEnd?: () => void
  /** Runs once, when there is no room for the session where it was to be stored. */
  onStorageFull?: () => void
}

/** About the length of a stored session, in characters. */
const SESSION_LENGTH = 2_000

export type SessionStore<S extends StoredSession> = ReturnType<typeof createSessionStore<S>>

/** Holds the current session and notifies its subscribers of every change. */
export function createSessionStore<S extends StoredSession>({
  key,
  schema,
  tabStorage,
  lastingStorage,
  onOtherTab,
  onEnd,
  onMissedEnd,
  onStorageFull,
}: SessionStoreOptions<S>) {
  const listeners = new Set<() => void>()
  const read = (place: Storage | undefined) => readSession(schema, place?.getItem(key) ?? null)

  let current = read(tabStorage)
  /** Where the current session is stored. */
  let place = current || !lastingStorage ? tabStorage : lastingStorage
  current ??= read(lastingStorage)
  /** In the tab's storage: a page that is loaded again says it as well. */
  const reasonKey = `${key} end reason`
  let end = current ? null : readReason(tabStorage.getItem(reasonKey))
  let generation = 0
  /** The number of remembered sessions that were ended; in the tab's storage, of those it knows. */
  const endKey = `${key} end`
  const endCount = lastingStorage?.getItem(endKey) ?? null

  const set = (session: S | null, endedBy: EndReason | null = null) => {
    if (session?.userSessionToken !== current?.userSessionToken) generation++
    current = session
    end = endedBy
    if (end) write(tabStorage, reasonKey, end)
    else tabStorage.removeItem(reasonKey)
    for (const listener of listeners) listener()
  }
  const write = (to: Storage, name: string, text: string) => {
    try {
      to.setItem(name, text)
      return true
    } catch (error) {
      console.warn('No se pudo guardar la sesión', error)
      return false
    }
  }
  let isFullReported = false
  /** Stores the session, in a full storage only in its tab; if that is full too it lasts as long as the page. */
  const writeSession = (session: S) => {
    const text = JSON.stringify(session)
    if (write(place, key, text)) return
    // What is left there has a token that may have been renewed.
    place.removeItem(key)
    place = tabStorage
    write(place, key, text)
    if (!isFullReported) onStorageFull?.()
    isFullReported = true
  }
  let full: boolean | undefined
  const isStorageFull = () => {
    full ??= !write(tabStorage, `${key} probe`, ' '.repeat(SESSION_LENGTH))
    tabStorage.removeItem(`${key} probe`)
    return full
  }
  /** Other tabs see the count change before the session goes: it did not expire. */
  const signalEnd = () => {
    if (place !== lastingStorage) return
    const count = String(Number(place.getItem(endKey)) + 1)
    for (const one of [place, tabStorage]) write(one, endKey, count)
  }
  const removeOwn = () => {
    if (current) onEnd?.(current)
    signalEnd()
  }
  const remove = (endedBy: EndReason | null) => {
    // Another tab may have stored its own session there since.
    if (read(place)?.userSessionToken === current?.userSessionToken) place.removeItem(key)
    set(null, endedBy)
  }

  if (read(tabStorage) === null && endCount !== null && tabStorage.getItem(endKey) !== endCount) {
    onMissedEnd?.()
    write(tabStorage, endKey, endCount)
  }

  onOtherTab?.((changed) => {
    const isOfThisTab = current !== null && place === tabStorage
    if (isOfThisTab || !lastingStorage) return
    if (changed === endKey) {
      if (current) onEnd?.(current)
      write(tabStorage, endKey, lastingStorage.getItem(endKey) ?? '')
    }
    if (changed !== null && changed !== key) return
    place = lastingStorage
    set(read(lastingStorage))
  })

  const update = (change: (session: S) => S) => {
    if (!current) return
    const changed = change(current)
    writeSession(changed)
    // A renewed token continues the session.
    current = changed
    set(changed)
  }

  return {
    /** Null before a login and after the end of the session. */
    current: () => current,
    /** Whether the server ended the last session, not the user. */
    expired: () => end !== null,
    /** Whether it was ended elsewhere, and what this device kept of the person is removed. */
    endedElsewhere: () => end === 'elsewhere',
    /** Whether this device has had no room for a session since the page was loaded. */
    isStorageFull,
    /** Whether the current session is stored beyond the browser. */
    isRemembered: () => place === lastingStorage,
    /** The number of the current session; it stays when a session is updated, also by a new token. */
    generation: () => generation,
    start: (session: S, { remember } = { remember: false }) => {
      tabStorage.removeItem(key)
      lastingStorage?.removeItem(key)
      place = remember && lastingStorage ? lastingStorage : tabStorage
      writeSession(session)
      set(session)
    },
    /** Replaces the fields of the current session; does nothing without one. */
    update,
    /** Continues the session with a new token; does nothing when the old one is not its token. */
    renew: (old: string, fresh: string) => {
      if (current?.userSessionToken === old)
        update((session) => ({ ...session, userSessionToken: fresh }))
    },
    factorShown: () => update((session) => ({ ...session, secondFactor: 'shown' })),
    /** The session with this token has to show its second factor again. */
    factorDue: (token: string) => {
      if (current?.userSessionToken === token && current.secondFactor === 'shown')
        update((session) => ({ ...session, secondFactor: 'notShown' }))
    },
    /** Ends the session because the user signed out. */
    end: () => {
      removeOwn()
      remove(null)
    },
    /**
     * Ends the session because the server does not accept this token; another session goes on.
     * @param reason with `session_ended` it was ended elsewhere
     */
    expire: (token: string, reason?: RefusalReason) => {
      if (current?.userSessionToken !== token) return
      const isElsewhere = reason === 'session_ended'
      if (isElsewhere) removeOwn()
      remove(isElsewhere ? 'elsewhere' : 'expired')
    },
    /** @returns the function that unsubscribes */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Why the server does not accept a session: by its age, or because it was ended elsewhere. */
type EndReason = 'expired' | 'elsewhere'
const readReason = (text: string | null): EndReason | null =>
  text === 'expired' || text === 'elsewhere' ? text : null

/** The stored entry may come from an older version or from another program: null when it does not parse. */
function readSession<S>(schema: z.ZodMiniType<S>, text: string | null): S | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
