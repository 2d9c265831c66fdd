import { InstallCard, useInstallMethod } from '#app/features/install/InstallCard.tsx'
import { Button } from '#kit/display/Button.tsx'

/** Invites to install the app; draws nothing when it is installed, or when the browser cannot. */
export function InstallInvitation({ onAnswer }: { onAnswer: () => void }) {
  const way = useInstallMethod()
  if (way === null) return null
  return (
    <InstallCard way={way} onRefused={onAnswer}>
      <Button kind="quiet" onClick={onAnswer}>
        Ahora no
      </Button>
    </InstallCard>
  )
}
