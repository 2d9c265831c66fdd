import { ShieldCheck } from 'lucide-react'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { CodeForm, EnrolForm } from '#shared/secondFactor/EnrolmentForm.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

export function ReplaceSecondFactorSheet({ open, onClose }: Props) {
  const { data } = useCallQuery(secondFactorPasskeyOptions, {})
  const replaced = () => {
    showToast('Listo: desde ahora vale tu nuevo segundo factor.')
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title="Cambiar tu segundo factor">
      <p className="text-soft">
        Cargás una clave nueva en tu app de códigos. La de antes sirve hasta que confirmes la nueva.
      </p>
      <EnrolForm asks={data?.code === false ? 'nothing' : 'code'} onShown={replaced} />
    </Sheet>
  )
}

interface CardProps {
  /** Whether the account has a second factor, which this session has not shown. */
  enrolled: boolean
}

/** Shows or enrols the second factor. The query of `userData` then opens the list. */
export function SecondFactorCard({ enrolled }: CardProps) {
  return (
    <div className="mx-auto w-full max-w-112">
      <Card
        mark={<IconCircle icon={ShieldCheck} />}
        title={enrolled ? 'Mostrá tu segundo factor' : 'Activá tu segundo factor'}
        detail="Para ver y decidir solicitudes hace falta algo más que la contraseña."
      >
        {enrolled ? <CodeForm /> : <EnrolForm />}
      </Card>
    </div>
  )
}
