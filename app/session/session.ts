import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { awaitsSecondFactor, SecondFactorState } from '#contract/entities/secondFactor.ts'
import { User } from '#contract/entities/user.ts'
import { Role } from '#contract/roles.ts'
import {
  moveOwnEntries,
  removeEntriesOfOthers,
  removeOwnEntries,
} from '#kit/browser/perUserStorage.ts'
import {
  createSessionStore,
  type SessionStore,
  type SessionStoreOptions,
} from '#shared/shell/sessionStore.ts'

/** The current user, in the shape of the storage entry `currentUser`. */
export const Session = z.object({
  user: z.extend(User, { loyalties: z.array(Loyalty), roles: z.array(Role) }),
  userSessionToken: z.string().check(z.minLength(1)),
  /** Absent in an entry of an earlier version of the app, until `userData` answers it. */
  secondFactor: z.optional(SecondFactorState),
  /** When the person typed the password to sign in, in milliseconds since 1970; absent without one. */
  passwordTypedAt: z.optional(z.number()),
})
export type Session = z.infer<typeof Session>

/** The session, unless it may only show or enrol its second factor. */
export function fullSession(session: Session | null): Session | null {
  const { secondFactor = 'shown', user } = session ?? {}
  return user && awaitsSecondFactor(secondFactor, user.roles) ? null : session
}

/** The storage entry of the session. */
const KEY = 'currentUser'

/** Prefix of the entries of messages to the network that are not sent yet. */
export const UNSENT = 'unsent '

/**
 * The session store of the app. What a person has in the storages (kept answers, drafts, unsent
 * messages) is removed at sign-out in every tab, and when another person signs in. It outlasts a
 * session that expired: the same person finds it again.
 */
export function createAppSession({
  tabStorage,
  lastingStorage = tabStorage,
  ...options
}: Pick<
  SessionStoreOptions<Session>,
  'tabStorage' | 'lastingStorage' | 'onOtherTab'
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
  })
  const keepOwn = () => {
    const email = store.current()?.user.email
    if (email === undefined) return
    removeEntriesOfOthers(tabStorage, email)
    const isRemembered = store.isRemembered()
    // Beside a session of this tab, another person may have a remembered one.
    if (isRemembered || lastingStorage.getItem(KEY) === null)
      removeEntriesOfOthers(lastingStorage, email)
    const [from, to] = isRemembered ? [tabStorage, lastingStorage] : [lastingStorage, tabStorage]
    if (from !== to) moveOwnEntries(from, to, email, UNSENT)
  }
  keepOwn()
  store.subscribe(keepOwn)
  return store
}
