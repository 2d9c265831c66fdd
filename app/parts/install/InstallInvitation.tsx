import { useEffect, useState } from 'react'
import { useApp } from '#app/context.ts'
import { whenIdle } from '#app/device/idle.ts'
import { isInvitationDue, recordDeclined } from '#app/parts/install/invitationMoment.ts'
import { useInstallWay } from '#app/parts/install/useInstallWay.ts'
import { hasPaymentInProgress } from '#app/parts/update/paymentInProgress.ts'
import { Button } from '#kit/display/Button.tsx'
import { onDemand } from '#kit/feedback/onDemand.tsx'

const InstallCard = onDemand(
  async () => (await import('#app/parts/install/InstallCard.tsx')).InstallCard,
)

/** Invites to install the app at a sensible moment; draws nothing otherwise. */
export function InstallInvitation() {
  const { storage, clock } = useApp()
  const way = useInstallWay()
  const [isDue, setIsDue] = useState(false)
  useEffect(
    () =>
      whenIdle(() => {
        const now = clock.now()
        setIsDue(isInvitationDue(storage, now) && !hasPaymentInProgress(storage, now))
      }),
    [storage, clock],
  )
  if (!isDue || way === null) return null
  const decline = () => {
    recordDeclined(storage, clock.now())
    setIsDue(false)
  }
  return (
    <InstallCard way={way} onRefused={decline}>
      <Button kind="quiet" onClick={decline}>
        Ahora no
      </Button>
    </InstallCard>
  )
}
