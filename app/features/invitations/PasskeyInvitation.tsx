import { KeyRound } from 'lucide-react'
import type { App } from '#app/context.ts'
import { isInvitationDue } from '#app/features/invitations/invitationTiming.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { hasPlatformAuthenticator } from '#kit/browser/passkey.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { AddPasskey } from '#shared/passkeys/AddPasskey.tsx'

/**
 * Whether to invite to create a passkey: the invitation is due, the person has none, and the device can
 * hold one. False when it cannot be found out.
 */
export async function isPasskeyWanted(app: Pick<App, 'storage' | 'clock' | 'call'>) {
  if (!isInvitationDue('passkey', app)) return false
  try {
    const isPossible = await hasPlatformAuthenticator()
    return isPossible && (await app.call(passkeys, {})).passkeys.length === 0
  } catch (error) {
    console.warn('No se pudo saber si hay una llave de acceso', error)
    return false
  }
}

/** Offers to create a passkey on this device, until the person has created one or does not want to. */
export function PasskeyInvitation({ onAnswer }: { onAnswer: () => void }) {
  return (
    <Card
      mark={<IconCircle icon={KeyRound} />}
      title="La próxima vez, sin escribir la contraseña"
      detail="Con una llave de acceso ingresás con la huella, la cara o el PIN de este dispositivo. Tu contraseña sigue sirviendo."
    >
      <AddPasskey label="Crear mi llave" onAdded={onAnswer}>
        <Button kind="quiet" onClick={onAnswer}>
          Ahora no
        </Button>
      </AddPasskey>
    </Card>
  )
}
