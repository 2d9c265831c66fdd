import { useEffect, useState } from 'react'
import { useApp } from '#app/context.ts'
import { whenIdle } from '#app/device/whenIdle.ts'
import { isInvitationDue, recordDeclined } from '#app/features/install/invitationMoment.ts'
import { useInstallMethod } from '#app/features/install/useInstallMethod.ts'
import { hasPaymentInProgress } from '#app/features/payments/paymentInProgress.ts'
import { Button } from '#kit/display/Button.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

const InstallCard = lazyComponent(
  async () => (await import('#app/features/install/InstallCard.tsx')).InstallCard,
)

/** Invites to install the app at a sensible moment; draws nothing otherwise. */
export function InstallInvitation() {
  const { storage, clock } = useApp()
  const way = useInstallMethod()
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
