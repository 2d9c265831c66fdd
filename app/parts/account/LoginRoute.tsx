import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '#app/context.ts'
import Login from '#app/screens/login.tsx'
import { fullSession } from '#app/session/session.ts'

const SecondFactor = lazy(() => import('#app/parts/account/SecondFactor.tsx'))

/**
 * Login as a route: the screen before it may pass an e-mail and a message. A session that has not
 * shown its second factor does so here.
 */
export function LoginRoute() {
  const { email, message } = useLocation({ select: ({ state }) => state })
  const session = useSession()
  const form = <Login email={email} message={message} />
  if (!session || fullSession(session)) return form
  return (
    <Suspense fallback={form}>
      <SecondFactor state={session.secondFactor ?? 'none'} />
    </Suspense>
  )
}
