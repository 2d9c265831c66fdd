import type { ComponentProps, ReactNode } from 'react'
import { useApp, useSession } from '#app/context.ts'
import { fullSession } from '#app/session/session.ts'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import type { SecondFactorStep as Step } from '#shared/secondFactor/SecondFactorStep.tsx'

const SecondFactorStep = lazyComponent<ComponentProps<typeof Step> & { login: ReactNode }>(
  async () => (await import('#shared/secondFactor/SecondFactorStep.tsx')).SecondFactorStep,
  ({ login, failure }) =>
    failure ? <AuthLayout title="Segundo factor">{failure}</AuthLayout> : login,
)

/** Login, whose second step a session that has not shown its second factor is given. */
export function RequireSecondFactor({ children: login }: { children: ReactNode }) {
  const app = useApp()
  const session = useSession()
  if (!session || fullSession(session)) return login
  return <SecondFactorStep state={session.secondFactor} program={app} login={login} />
}
