import type { AppRouter, RouterContext } from '#app/routes.tsx'

/**
 * Leads to where a change of session belongs: who comes in leaves login by its guard, whose session
 * expired goes to login by the guard (with returnUrl), who left goes to a plain login. The answers
 * of one person never stay for the next.
 */
export function redirectOnSessionChange(
  { session, answers }: RouterContext,
  router: AppRouter,
): void {
  const token = () => session.current()?.userSessionToken
  let before = token()
  session.subscribe(() => {
    const after = token()
    if (after === before) return
    const swapped = before && after
    before = after
    // Another tab brought another session: no screen of the first may stay.
    if (swapped) return location.reload()
    if (after) return void router.invalidate()
    const gone = session.expired() ? router.invalidate() : router.navigate({ to: '/login' })
    void gone.then(() => answers.clear())
  })
}
