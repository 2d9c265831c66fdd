import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { ConsoleScreen } from '#console/parts/ConsoleScreen.tsx'
import { ChangePasswordForm } from '#kit/account/ChangePasswordForm.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Stack } from '#kit/layout/Stack.tsx'
import { EnrolForm } from '#kit/secondFactor/EnrolForm.tsx'

/** The operator's own account: the password and the second factor. */
export default function Account() {
  const current = useSession()
  if (!current) return null
  return (
    <ConsoleScreen title="Mi cuenta">
      <div className="max-w-128">
        <Stack>
          <Card
            title="Contraseña"
            detail="Al cambiarla se cierran tus sesiones en otros lados; esta sigue."
          >
            <ChangePasswordForm email={current.email} />
          </Card>
          <SecondFactorCard />
        </Stack>
      </div>
    </ConsoleScreen>
  )
}

/** Replaces the second factor, as for a new phone. The old one stays in force until the new one is confirmed. */
function SecondFactorCard() {
  const [isOpen, setIsOpen] = useState(false)
  const replaced = () => {
    showToast('Listo: desde ahora vale tu nuevo segundo factor.')
    setIsOpen(false)
  }
  return (
    <Card
      title="Segundo factor"
      detail="Para pasarte a otro teléfono. El de ahora sirve hasta que confirmes el nuevo."
    >
      {isOpen ? (
        <>
          <EnrolForm replaces onShown={replaced} />
          <Button kind="plain" wide onClick={() => setIsOpen(false)}>
            Dejar el que tengo
          </Button>
        </>
      ) : (
        <Button kind="quiet" wide onClick={() => setIsOpen(true)}>
          Cambiar mi segundo factor
        </Button>
      )}
    </Card>
  )
}
