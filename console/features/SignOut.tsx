import { useConsole } from '#console/context.ts'
import { SignOutButton } from '#shared/shell/SignOutButton.tsx'

export const SignOut = () => (
  <SignOutButton
    program={useConsole()}
    consequence="Para volver a la consola vas a tener que ingresar de nuevo."
    place="de esta pestaña"
  />
)
