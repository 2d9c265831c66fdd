import { DebtsToPay } from '#app/parts/DebtsToPay.tsx'
import { PaymentReturn } from '#app/parts/PaymentReturn.tsx'
import { usePaymentReturn } from '#app/paymentReturn.ts'

/** Paying by card: what is owed and, for who comes back from the gateway, what became of it. */
export default function Payment() {
  const message = usePaymentReturn()
  return message === null ? <DebtsToPay /> : <PaymentReturn key={message} message={message} />
}
