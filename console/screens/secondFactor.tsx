import { useConsole, useSession } from '#console/context.ts'
import { SecondFactorStep } from '#shared/secondFactor/SecondFactorStep.tsx'

/** Shows or enrols the second factor of an operator. No other page opens before. */
export default function SecondFactor() {
  const state = useSession()?.secondFactor ?? 'none'
  return <SecondFactorStep state={state} program={useConsole()} />
}
