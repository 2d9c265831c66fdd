import { DebtsToPay } from '#app/features/payments/DebtsToPay.tsx'
import { usePaymentReturn } from '#app/features/payments/gatewayReturn.ts'
import { PaymentReturn } from '#app/features/payments/PaymentReturn.tsx'

/** Card payment: the debts or, after the return from the gateway, the result. */
export default function Payment() {
  const message = usePaymentReturn()
  return message === null ? <DebtsToPay /> : <PaymentReturn key={message} message={message} />
}
