import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '#app/context.ts'
import { fullSession } from '#app/session/session.ts'

const SecondFactor = lazy(() => import('#app/features/account/LoginSecondFactor.tsx'))

/** Login, whose second step a session that has not shown its second factor is given. */
export function RequireSecondFactor({ children: login }: { children: ReactNode }) {
  const session = useSession()
  if (!session || fullSession(session)) return login
  return (
    <Suspense fallback={login}>
      <SecondFactor state={session.secondFactor ?? 'none'} />
    </Suspense>
  )
}
