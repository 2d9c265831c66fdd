import { DebtsToPay } from '#app/parts/payments/DebtsToPay.tsx'
import { PaymentReturn } from '#app/parts/payments/PaymentReturn.tsx'
import { usePaymentReturn } from '#app/parts/payments/paymentReturn.ts'

/** Paying by card: what is owed and, for who comes back from the gateway, what became of it. */
export default function Payment() {
  const message = usePaymentReturn()
  return message === null ? <DebtsToPay /> : <PaymentReturn key={message} message={message} />
}
