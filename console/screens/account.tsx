import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { overdueEmails } from '#contract/operator/overdueEmails.ts'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { useCallMutation, useCallQuery } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { ChangePasswordForm } from '#shared/account/ChangePasswordForm.tsx'
import { PasskeyList } from '#shared/passkeys/PasskeyList.tsx'
import { EnrolForm } from '#shared/secondFactor/EnrolmentForm.tsx'

export default function Account() {
  const current = useSession()
  if (!current) return null
  const canBeTold = overdueEmails.access.some((role) => current.roles.includes(role))
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
          {canBeTold && <OverdueCard />}
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

/** Whether the operator is told by email of what has waited too long. */
function OverdueCard() {
  const { data } = useCallQuery(overdueEmails, {})
  const set = useCallMutation(overdueEmails, { invalidates: [overdueEmails] })
  if (!data) return null
  const { waiting, proposals, tills } = data.hours
  return (
    <Card
      title="Avisos de lo que espera"
      detail={`Un correo, una sola vez por cosa, cuando una excepción o un mensaje lleva más de ${waiting} h, una propuesta espera a otra persona más de ${proposals} h o una caja está sin señal más de ${tills} h.`}
    >
      <Checkbox
        checked={set.isPending ? (set.variables.wanted ?? data.wanted) : data.wanted}
        onChange={({ target }) => set.mutate({ wanted: target.checked })}
      >
        Avisarme por correo
      </Checkbox>
      <SubmitError action="cambiar tus avisos" mutation={set} />
    </Card>
  )
}
