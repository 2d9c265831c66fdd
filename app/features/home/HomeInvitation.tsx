import { useEffect, useState } from 'react'
import { type App, useApp } from '#app/context.ts'
import { whenIdle } from '#app/device/whenIdle.ts'
import { InstallInvitation } from '#app/features/install/InstallInvitation.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

const PasskeyInvitation = lazyComponent(
  async () => (await import('#app/features/passkeys/PasskeyInvitation.tsx')).PasskeyInvitation,
)

/** Milliseconds after the login in which the server asks for no password to add a passkey. */
const FRESH_MS = 5 * 60_000

/**
 * At most one invitation: to create a passkey when the person has just typed the password, or else to
 * install the app.
 */
export function Invitation() {
  const app = useApp()
  const [subject, setSubject] = useState<'undecided' | 'passkey' | 'install'>(() =>
    mayOfferPasskey(app) ? 'undecided' : 'install',
  )
  useEffect(() => {
    if (subject !== 'undecided') return undefined
    let isOver = false
    const decide = async () => {
      const { isPasskeyWanted } = await import('#app/features/passkeys/passkeyMoment.ts')
      const isWanted = !isOver && (await isPasskeyWanted(app))
      if (!isOver) setSubject(isWanted ? 'passkey' : 'install')
    }
    whenIdle(() => void decide().catch(console.warn))
    return () => {
      isOver = true
    }
  }, [app, subject])
  return (
    <div className="empty:hidden">
      {subject === 'passkey' && <PasskeyInvitation />}
      {subject === 'install' && <InstallInvitation />}
    </div>
  )
}

/** The phone app opens by the phone's own lock already. */
function mayOfferPasskey({ session, clock }: App): boolean {
  const { passwordTypedAt = 0 } = session.current() ?? {}
  const isFresh = clock.now().getTime() - passwordTypedAt < FRESH_MS
  return isFresh && 'PublicKeyCredential' in globalThis && !globalThis.nativePasskeys
}
