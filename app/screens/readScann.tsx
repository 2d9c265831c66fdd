import { DebtsToPay } from '#app/features/payments/DebtsToPay.tsx'
import { Scanner } from '#app/features/scanner/Scanner.tsx'

/** The payment screen with a scanner for the code of an invoice. */
export default function ReadScann() {
  return <DebtsToPay title="Escanear y pagar" scanner={<Scanner />} />
}
