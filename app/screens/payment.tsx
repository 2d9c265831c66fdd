import { DebtsToPay } from '#app/parts/payments/DebtsToPay.tsx'
import { PaymentReturn } from '#app/parts/payments/PaymentReturn.tsx'
import { usePaymentReturn } from '#app/parts/payments/paymentReturn.ts'

/** Card payment: the debts or, after the return from the gateway, the result. */
export default function Payment() {
  const message = usePaymentReturn()
  return message === null ? <DebtsToPay /> : <PaymentReturn key={message} message={message} />
}
