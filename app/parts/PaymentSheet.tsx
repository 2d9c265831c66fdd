import { PaymentFacts } from '#app/parts/PaymentFacts.tsx'
import { PAYMENT_LOOKS } from '#app/parts/paymentLooks.ts'
import { type Payment, STATE_LABELS } from '#contract/entities/payment.ts'
import { Alert } from '#kit/Alert.tsx'
import { Badge } from '#kit/Badge.tsx'
import { ButtonLink } from '#kit/ButtonLink.tsx'
import { Sheet } from '#kit/Sheet.tsx'

interface Props {
  payment: Payment
  open: boolean
  onClose: () => void
}

/** One payment, whole. */
export function PaymentSheet({ payment, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="Tu pago" foot={wayOn(payment)}>
      {payment.state === 'PROCESSING' && (
        <Alert title="Estamos confirmando tu pago">
          La red de tarjetas todavía no nos contestó. No lo pagues de nuevo.
        </Alert>
      )}
      {payment.state === 'PENDING' && (
        <Alert tone="warn" title="No lo terminaste">
          La página de la tarjeta sigue abierta por unos minutos. Todavía no se cobró nada.
        </Alert>
      )}
      {payment.state === 'REJECTED' && <Alert tone="bad">{payment.reason} No se cobró nada.</Alert>}
      <div>
        <Badge tone={PAYMENT_LOOKS[payment.state].tone}>{STATE_LABELS[payment.state]}</Badge>
      </div>
      <PaymentFacts payment={payment} />
    </Sheet>
  )
}

/** Only what surely took no money may be paid from here. */
function wayOn({ state, reference }: Payment) {
  if (state !== 'PENDING' && state !== 'REJECTED') return undefined
  return (
    <ButtonLink to="/payment" search={{ reference }} wide>
      {state === 'PENDING' ? 'Seguir con el pago' : 'Ir a la deuda'}
    </ButtonLink>
  )
}
