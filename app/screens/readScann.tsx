import { DebtsToPay } from '#app/parts/payments/DebtsToPay.tsx'
import { Scanner } from '#app/parts/scanner/Scanner.tsx'

/** The payment screen with a scanner for the code of an invoice. */
export default function ReadScann() {
  return <DebtsToPay title="Escanear y pagar" scanner={<Scanner />} />
}
