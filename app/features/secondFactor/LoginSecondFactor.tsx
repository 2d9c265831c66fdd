import { useApp } from '#app/context.ts'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { SecondFactorStep } from '#shared/secondFactor/SecondFactorStep.tsx'

/** The step of login for a session that has not shown its second factor. */
export function LoginSecondFactor({ state }: { state: SecondFactorState }) {
  return <SecondFactorStep state={state} services={useApp()} />
}
