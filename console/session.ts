import * as z from 'zod/mini'
import { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { RoleCode } from '#contract/roles.ts'
import { removeOwnEntries } from '#kit/browser/perUserStorage.ts'
import { createSessionStore, type SessionStore } from '#shared/shell/sessionStore.ts'

/** The operator's session, in the shape of the storage entry `consoleUser`. */
export const Session = z.object({
  email: z.string(),
  firstName: z.string(),
  firstSurname: z.string(),
  roles: z.array(RoleCode),
  userSessionToken: z.string().check(z.minLength(1)),
  secondFactor: SecondFactorState,
})
export type Session = z.infer<typeof Session>

/**
 * The session store of the console. Its entry is not the app's: one browser may hold a session of
 * each. Signing out also removes the operator's drafts.
 * @param storage ends with the tab: an operator's session is never remembered
 */
export const createConsoleSession = (
  storage: Storage,
  onStorageFull?: () => void,
): SessionStore<Session> =>
  createSessionStore({
    key: 'consoleUser',
    schema: Session,
    tabStorage: storage,
    onEnd: ({ email }) => removeOwnEntries(storage, email),
    ...(onStorageFull && { onStorageFull }),
  })
