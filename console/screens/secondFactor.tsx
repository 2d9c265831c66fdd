import { useConsole, useSession } from '#console/context.ts'
import { MOTTO } from '#console/features/ConsoleAuthLayout.tsx'
import { SecondFactorStep } from '#shared/secondFactor/SecondFactorStep.tsx'
import { discardSession } from '#shared/shell/signIn.ts'

/** Shows or enrols the second factor of an operator. No other page opens before. */
export default function SecondFactor() {
  const services = useConsole()
  const state = useSession()?.secondFactor ?? 'none'
  return (
    <SecondFactorStep
      state={state}
      motto={MOTTO}
      // The guard then opens the other pages.
      onShown={() => services.session.update((stored) => ({ ...stored, secondFactor: 'shown' }))}
      onLeave={() => discardSession(services)}
    />
  )
}
