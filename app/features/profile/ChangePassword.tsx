import { useSession } from '#app/context.ts'
import { Card } from '#kit/display/Card.tsx'
import { Text } from '#kit/display/Text.tsx'
import { ChangePasswordForm } from '#shared/account/ChangePasswordForm.tsx'

/** Changes the password of the signed-in person; this session goes on with its new token. */
export function ChangePassword() {
  const email = useSession()?.user.email
  if (email === undefined) return null
  return (
    <Card>
      <Text kind="soft">
        Al cambiarla cerramos tus sesiones en otros dispositivos, y te avisamos por correo.
      </Text>
      <ChangePasswordForm email={email} />
    </Card>
  )
}
