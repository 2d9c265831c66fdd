import { useSession } from '#console/context.ts'
import { ConsoleScreen } from '#console/parts/ConsoleScreen.tsx'
import { ChangePasswordForm } from '#kit/account/ChangePasswordForm.tsx'
import { Card } from '#kit/display/Card.tsx'
import { CardGrid } from '#kit/layout/CardGrid.tsx'

/** The operator's own account: the password. */
export default function Account() {
  const current = useSession()
  if (!current) return null
  return (
    <ConsoleScreen title="Mi cuenta">
      <CardGrid>
        <Card
          title="Contraseña"
          detail="Al cambiarla se cierran tus sesiones en otros lados; esta sigue."
        >
          <ChangePasswordForm email={current.email} />
        </Card>
      </CardGrid>
    </ConsoleScreen>
  )
}
