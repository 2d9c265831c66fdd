import { useApp } from '#app/context.ts'
import { SignOutButton } from '#kit/shell/SignOutButton.tsx'

export const SignOut = () => (
  <SignOutButton
    services={useApp()}
    consequence="Vas a tener que ingresar de nuevo para ver tus puntos y pagar."
    place="en este dispositivo"
  />
)
