import type { Payment } from '#contract/entities/payment.ts'
import { money } from '#kit/format/numbers.ts'

/** `Te devolvimos $ 500,00 de $ 1.200,00` of a payment that stands; empty where nothing was given back. */
export const partialRefundText = ({
  state,
  refundedAmount = 0,
  amount,
  currency,
}: Payment): string =>
  state === 'PAID' && refundedAmount > 0
    ? `Te devolvimos ${money(refundedAmount, currency)} de ${money(amount, currency)}`
    : ''
