import * as z from 'zod/mini'
import { storage } from '#app/device/storage.ts'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { awaitsSecondFactor, SecondFactorState } from '#contract/entities/secondFactor.ts'
import { User } from '#contract/entities/user.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Role } from '#contract/roles.ts'
import {
  type PersonalStorage,
  personalStorage,
  removeAllOwnEntries,
  removeEntriesOfOthers,
  removeOwnEntries,
} from '#kit/browser/perUserStorage.ts'
import {
  createSessionStore,
  type SessionStore,
  type SessionStoreOptions,
} from '#shared/shell/sessionStore.ts'

/** The current user, in the shape of the storage entry `currentUser`. */
export const Session = lazyObject(() => ({
  user: z.extend(User, { loyalties: z.array(Loyalty), roles: z.array(Role) }),
  userSessionToken: z.string().check(z.minLength(1)),
  secondFactor: SecondFactorState,
  /** When the person typed the password to sign in, in milliseconds since 1970; absent without one. */
  passwordTypedAt: z.optional(z.number()),
}))
export type Session = z.infer<typeof Session>

/** The session, unless it may only show or enrol its second factor. */
export function fullSession(session: Session | null): Session | null {
  return session && awaitsSecondFactor(session.secondFactor, session.user.roles) ? null : session
}

const KEY = 'currentUser'
/** The tab's entry with a registration that is not sent yet. */
export const REGISTRATION = 'registration'

/**
 * The storage of the current person on this device, in the same place as the session. Null without a
 * full session.
 */
export function ownStorage(session: SessionStore<Session>): PersonalStorage | null {
  const email = fullSession(session.current())?.user.email
  if (email === undefined) return null
  const [tab, lasting] = [storage('sessionStorage'), storage('localStorage')]
  return session.isRemembered()
    ? personalStorage(email, lasting, tab)
    : personalStorage(email, tab, lasting)
}

/**
 * The session store of the app. What a person has in the storages (stored answers, drafts, a
 * message that waits) is removed at sign-out in every tab, when the session was ended elsewhere, and when
 * another person signs in. It outlasts a session that expired: the same person finds it again. A
 * registration goes when any session starts or ends.
 */
export function createAppSession({
  tabStorage,
  lastingStorage = tabStorage,
  ...options
}: Pick<
  SessionStoreOptions<Session>,
  'tabStorage' | 'lastingStorage' | 'onOtherTab' | 'onStorageFull'
>): SessionStore<Session> {
  const storages = [tabStorage, lastingStorage]
  const store = createSessionStore({
    key: KEY,
    schema: Session,
    tabStorage,
    lastingStorage,
    ...options,
    onEnd: ({ user }) => {
      for (const one of storages) removeOwnEntries(one, user.email)
    },
    onMissedEnd: () => removeAllOwnEntries(tabStorage),
  })
  const keepOwn = () => {
    const email = store.current()?.user.email
    if (email === undefined) return
    removeEntriesOfOthers(tabStorage, email)
    // Beside a session of this tab, another person may have a remembered one.
    if (store.isRemembered() || lastingStorage.getItem(KEY) === null)
      removeEntriesOfOthers(lastingStorage, email)
  }
  keepOwn()
  let generation = store.generation()
  store.subscribe(() => {
    if (store.generation() !== generation) tabStorage.removeItem(REGISTRATION)
    generation = store.generation()
    keepOwn()
  })
  return store
}
