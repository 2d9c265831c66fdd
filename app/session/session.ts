import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { awaitsSecondFactor, SecondFactorState } from '#contract/entities/secondFactor.ts'
import { User } from '#contract/entities/user.ts'
import { Role } from '#contract/roles.ts'
import { removeDrafts } from '#kit/approvals/drafts.ts'
import {
  createSessionStore,
  type SessionStore,
  type SessionStoreOptions,
} from '#kit/shell/sessionStore.ts'

/** The current user, in the shape of the storage entry `currentUser`. */
export const Session = z.object({
  user: z.extend(User, { loyalties: z.array(Loyalty), roles: z.array(Role) }),
  userSessionToken: z.string().check(z.minLength(1)),
  /** Absent in an entry of an earlier version of the app, until `userData` answers it. */
  secondFactor: z.optional(SecondFactorState),
})
export type Session = z.infer<typeof Session>

/** The session, unless it may only show or enrol its second factor. */
export function fullSession(session: Session | null): Session | null {
  const { secondFactor = 'shown', user } = session ?? {}
  return user && awaitsSecondFactor(secondFactor, user.roles) ? null : session
}

/** The storage entry of a message to the network that was not sent yet. */
export const COMMENT_DRAFT = 'comment'

/** The session store of the app, over its storage entry `currentUser`. Signing out removes drafts. */
export const createAppSession = (
  storages: Pick<SessionStoreOptions<Session>, 'tabStorage' | 'lastingStorage' | 'onOtherTab'>,
): SessionStore<Session> =>
  createSessionStore({
    key: 'currentUser',
    schema: Session,
    ...storages,
    onEnd({ user }) {
      storages.tabStorage.removeItem(COMMENT_DRAFT)
      // A sponsor's observations.
      removeDrafts(storages.tabStorage, user.email)
    },
  })
