import { useSession } from '#app/context.ts'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

/** Shown after an action for one account while another is signed in; that session continues. */
export function OtherAccountSignedIn({ message }: { message: string }) {
  const session = useSession()
  return (
    <AuthLayout title="¡Listo!">
      <Alert tone="good">{message}</Alert>
      <Text>
        En este dispositivo está abierta la sesión de {session?.user.firstName}. Para ingresar con
        la otra cuenta, primero cerrá esta.
      </Text>
      <ButtonLink to="/" wide>
        Ir al inicio
      </ButtonLink>
    </AuthLayout>
  )
}
