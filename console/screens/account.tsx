import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { ChangePasswordForm } from '#shared/account/ChangePasswordForm.tsx'
import { PasskeyList } from '#shared/passkeys/PasskeyList.tsx'
import { EnrolForm } from '#shared/secondFactor/EnrolmentForm.tsx'

export default function Account() {
  const current = useSession()
  if (!current) return null
  return (
    <ConsoleScreen title="Mi cuenta">
      <div className="max-w-128">
        <div className="flex min-w-0 flex-col gap-4">
          <Card
            title="Contraseña"
            detail="Al cambiarla se cierran tus sesiones en otros lados; esta sigue."
          >
            <ChangePasswordForm email={current.email} />
          </Card>
          <Card
            title="Llaves de acceso"
            detail="Con la huella, la cara o el PIN de tu dispositivo: sirven en lugar de la contraseña y el código, o como segundo factor."
          >
            <PasskeyList />
          </Card>
          <SecondFactorCard />
        </div>
      </div>
    </ConsoleScreen>
  )
}

/**
 * Replaces the authenticator app, as for a new phone, or adds one beside a passkey. The old one stays in
 * force until the new one is confirmed.
 */
function SecondFactorCard() {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useCallQuery(secondFactorPasskeyOptions, {})
  const isFirst = data?.code === false
  const enrolled = () => {
    showToast(
      isFirst
        ? 'Listo: ya podés usar los códigos de tu app.'
        : 'Listo: desde ahora vale tu nuevo segundo factor.',
    )
    setIsOpen(false)
  }
  return (
    <Card
      title="Segundo factor"
      detail={
        isFirst
          ? 'Hoy mostrás tu llave de acceso. Con una app de códigos no dependés de un solo dispositivo.'
          : 'Para pasarte a otro teléfono. El de ahora sirve hasta que confirmes el nuevo.'
      }
    >
      {isOpen ? (
        <>
          <EnrolForm asks={isFirst ? 'nothing' : 'code'} onShown={enrolled} />
          <Button kind="plain" wide onClick={() => setIsOpen(false)}>
            Dejar el que tengo
          </Button>
        </>
      ) : (
        <Button kind="quiet" wide onClick={() => setIsOpen(true)}>
          {isFirst ? 'Agregar una app de códigos' : 'Cambiar mi segundo factor'}
        </Button>
      )}
    </Card>
  )
}
