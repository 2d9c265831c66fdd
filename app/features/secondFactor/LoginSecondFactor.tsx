import { useApp } from '#app/context.ts'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { SecondFactorStep } from '#shared/secondFactor/SecondFactorStep.tsx'
import { discardSession } from '#shared/shell/signIn.ts'

/** The step of login for a session that has not shown its second factor. */
export function LoginSecondFactor({ state }: { state: SecondFactorState }) {
  const app = useApp()
  return (
    <SecondFactorStep
      state={state}
      // The guard then opens the requested page.
      onShown={() => app.session.update((stored) => ({ ...stored, secondFactor: 'shown' }))}
      onLeave={() => discardSession(app)}
    />
  )
}
