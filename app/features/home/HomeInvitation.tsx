import { useEffect, useState } from 'react'
import { type App, useApp } from '#app/context.ts'
import { isInstallDue, recordAnswer } from '#app/features/invitations/invitationTiming.ts'
import { hasPaymentInProgress } from '#app/features/payments/paymentInProgress.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

const importPasskey = () => import('#app/features/invitations/PasskeyInvitation.tsx')
const PasskeyInvitation = lazyComponent(async () => (await importPasskey()).PasskeyInvitation)
const InstallInvitation = lazyComponent(
  async () => (await import('#app/features/install/InstallCard.tsx')).InstallInvitation,
)

/** Milliseconds after the login in which the server asks for no password to add a passkey. */
const FRESH_MS = 5 * 60_000

/**
 * At most one invitation, and none during a payment: to create a passkey when the person has just typed
 * the password, or else to install the app.
 */
export function HomeInvitation() {
  const app = useApp()
  const [subject, setSubject] = useState<'passkey' | 'install' | null>(null)
  useEffect(() => {
    let isOver = false
    const choose = async () => {
      if (isOver || hasPaymentInProgress(app.storage, app.clock.now())) return
      const isPasskey = mayOfferPasskey(app) && (await (await importPasskey()).isPasskeyWanted(app))
      if (!isOver) setSubject(isPasskey ? 'passkey' : isInstallDue(app) ? 'install' : null)
    }
    whenIdle(() => void choose().catch(console.warn))
    return () => {
      isOver = true
    }
  }, [app])
  if (subject === null) return null
  const Invitation = subject === 'passkey' ? PasskeyInvitation : InstallInvitation
  const answer = () => {
    recordAnswer(subject, app)
    setSubject(null)
  }
  // Hidden, it takes no gap of the screen's column while the invitation draws nothing.
  return (
    <div className="empty:hidden">
      <Invitation onAnswer={answer} />
    </div>
  )
}

/** The phone app opens by the phone's own lock already. */
function mayOfferPasskey({ session, clock }: App): boolean {
  const { passwordTypedAt = 0 } = session.current() ?? {}
  const isFresh = clock.now().getTime() - passwordTypedAt < FRESH_MS
  return isFresh && 'PublicKeyCredential' in globalThis && !globalThis.nativePasskeys
}
