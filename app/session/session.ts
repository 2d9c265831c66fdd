import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
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
})
export type Session = z.infer<typeof Session>

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
