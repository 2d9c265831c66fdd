import { useApp } from '#app/context.ts'
import { useUnsentMessages } from '#app/offline/outboxContext.ts'
import { SignOutButton } from '#shared/shell/SignOutButton.tsx'

export function SignOut() {
  const unsent = useUnsentMessages().length
  return (
    <SignOutButton
      services={useApp()}
      consequence="Vas a tener que ingresar de nuevo para ver tus puntos y pagar."
      loss={unsent === 0 ? '' : lossText(unsent)}
      place="en este dispositivo"
    />
  )
}

const lossText = (count: number): string =>
  count === 1
    ? 'Tenés un mensaje que todavía no salió: si cerrás la sesión, se pierde.'
    : `Tenés ${count} mensajes que todavía no salieron: si cerrás la sesión, se pierden.`
