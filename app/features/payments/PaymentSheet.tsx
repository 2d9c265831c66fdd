import { PaymentDetails } from '#app/features/payments/PaymentDetails.tsx'
import { paymentStateStyle } from '#app/features/payments/paymentStateStyle.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'

interface Props {
  payment: Payment
  open: boolean
  onClose: () => void
}

/** All fields of a payment in a sheet. */
export function PaymentSheet({ payment, open, onClose }: Props) {
  const { label, tone } = paymentStateStyle(payment)
  return (
    <LazySheet open={open} onClose={onClose} title="Tu pago" foot={nextStep(payment)}>
      {payment.state === 'PROCESSING' && (
        <Alert title="Estamos confirmando tu pago">
          La red de tarjetas todavía no nos contestó. No lo pagues de nuevo.
        </Alert>
      )}
      {payment.state === 'PENDING' && (
        <Alert tone="warn" title="Todavía no terminó">
          Si ya escribiste la tarjeta, lo estamos confirmando. Si no, la página sigue abierta por
          unos minutos.
        </Alert>
      )}
      {payment.state === 'REJECTED' && (
        <Alert tone={tone}>{payment.reason} No se cobró nada.</Alert>
      )}
      <div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <PaymentDetails payment={payment} />
    </LazySheet>
  )
}

/**
 * A pending payment can be resumed and a rejected one paid again, both in the sheet of its debt.
 */
function nextStep({ state, reference }: Payment) {
  if (state !== 'PENDING' && state !== 'REJECTED') return undefined
  return (
    <ButtonLink to="/payment" search={{ reference }} wide>
      {state === 'PENDING' ? 'Seguir con el pago' : 'Ir a la deuda'}
    </ButtonLink>
  )
}
