import { useApp } from '#app/context.ts'
import { usePendingMessage } from '#app/features/comments/pendingMessage.ts'
import { SignOutButton } from '#shared/shell/SignOutButton.tsx'

export function SignOut() {
  const message = usePendingMessage()
  return (
    <SignOutButton
      program={useApp()}
      consequence="Vas a tener que ingresar de nuevo para ver tus puntos y pagar."
      loss={message ? 'Tenés un mensaje que todavía no salió: si cerrás la sesión, se pierde.' : ''}
      place="en este dispositivo"
    />
  )
}
