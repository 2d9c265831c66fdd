import type { ReactNode } from 'react'
import { useSession } from '#app/context.ts'
import { fullSession } from '#app/session/session.ts'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

const LoginSecondFactor = lazyComponent<{ state: SecondFactorState; login: ReactNode }>(
  async () => (await import('#app/features/secondFactor/LoginSecondFactor.tsx')).LoginSecondFactor,
  ({ login, failure }) =>
    failure ? <AuthLayout title="Segundo factor">{failure}</AuthLayout> : login,
)

/** Login, whose second step a session that has not shown its second factor is given. */
export function RequireSecondFactor({ children: login }: { children: ReactNode }) {
  const session = useSession()
  if (!session || fullSession(session)) return login
  return <LoginSecondFactor state={session.secondFactor} login={login} />
}
