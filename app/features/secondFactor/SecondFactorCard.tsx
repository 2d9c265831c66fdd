import { ShieldCheck } from 'lucide-react'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { EnrolForm } from '#shared/secondFactor/EnrolmentForm.tsx'
import { CodeForm } from '#shared/secondFactor/TotpForm.tsx'

interface Props {
  /** Whether the account has a second factor, which this session has not shown. */
  enrolled: boolean
}

/** Shows or enrols the second factor. The query of `userData` then opens the list. */
export function SecondFactorCard({ enrolled }: Props) {
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
