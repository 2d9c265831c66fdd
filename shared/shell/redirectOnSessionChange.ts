import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { SessionStore, StoredSession } from '#shared/shell/sessionStore.ts'

interface Options<S extends StoredSession> {
  session: SessionStore<S>
  client: QueryClient
  router: Pick<AnyRouter, 'invalidate' | 'navigate'>
  /** A field that the guard reads besides the token: when it changes the guard runs again. */
  guardedBy?: (session: S) => unknown
}

/**
 * Runs the guard again when a session starts or expires: it leads away from login, or to login with
 * returnUrl. After a sign-out it opens login without returnUrl. The answers of an ended session are
 * removed from the cache.
 */
export function redirectOnSessionChange<S extends StoredSession>({
  session,
  client,
  router,
  guardedBy = () => undefined,
}: Options<S>): void {
  let [before, generation] = [session.current(), session.generation()]
  session.subscribe(() => {
    const [previous, current] = [before, session.current()]
    const sameSession = generation === session.generation()
    before = current
    generation = session.generation()
    if (sameSession && (!previous || !current || guardedBy(previous) === guardedBy(current))) return
    // Another tab stored another session: no screen of the previous one may stay.
    if (!sameSession && previous && current) return location.reload()
    if (current) return void router.invalidate()
    const left = session.expired() ? router.invalidate() : router.navigate({ to: '/login' })
    void left.then(() => client.clear())
  })
}
