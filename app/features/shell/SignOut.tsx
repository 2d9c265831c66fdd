import { useApp } from '#app/context.ts'
import { MESSAGE } from '#app/features/comments/pendingMessage.ts'
import { usePending } from '#app/offline/pendingCall.ts'
import { ODOMETER } from '#app/offline/pendingOdometer.ts'
import { SignOutButton } from '#shared/shell/SignOutButton.tsx'

export function SignOut() {
  const message = usePending(MESSAGE)
  const odometer = usePending(ODOMETER)
  return (
    <SignOutButton
      program={useApp()}
      consequence="Vas a tener que ingresar de nuevo para ver tus puntos y pagar."
      loss={
        message
          ? 'Tenés un mensaje que todavía no salió: si cerrás la sesión, se pierde.'
          : odometer
            ? 'Tenés kilómetros que todavía no salieron: si cerrás la sesión, se pierden.'
            : ''
      }
      place="en este dispositivo"
    />
  )
}
