import type { DiscrepancyKind } from '#contract/entities/reconciliation.ts'
import type { Currency } from '#contract/money.ts'
import type { Discrepancy } from '#db/payments/reconciliations.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'

type Sides = Pick<
  Discrepancy,
  | 'kind'
  | 'reference'
  | 'stateThere'
  | 'amountHere'
  | 'currencyHere'
  | 'amountThere'
  | 'currencyThere'
  | 'refundedHere'
  | 'refundedThere'
>
const money = (cents: number, currency: Currency | '') =>
  RECEIPT_FORMATS.money(cents, currency || '858')

const SENTENCES: Record<DiscrepancyKind, (here: string, there: string, debt: string) => string> = {
  MISSING_HERE: (_here, there, debt) =>
    `La pasarela cobró ${there} por ${debt}; acá no figura paga.`,
  MISSING_THERE: (here, _there, debt) =>
    `Acá figuran ${here} pagos por ${debt}; la pasarela no los cobró.`,
  AMOUNT: (here, there, debt) => `Por ${debt} acá figuran ${here}; la pasarela cobró ${there}.`,
  DOUBLE: (_here, there, debt) =>
    `Un cobro de más: ${there} por ${debt}, que ya está paga con otro cobro.`,
  VOIDED_THERE: (_here, there, debt) =>
    `La pasarela anuló el cobro de ${there} por ${debt}; acá figura paga.`,
  REFUNDED_THERE: (_here, there, debt) =>
    `La pasarela devolvió ${there} por ${debt}; acá no figura.`,
}

/** What a discrepancy is, in a sentence. */
export function discrepancyText(one: Sides): string {
  const { kind, reference, currencyHere, currencyThere } = one
  const { refundedHere = 0, refundedThere = 0 } = one
  const debt = reference ? `la deuda ${reference}` : 'una deuda que no conocemos'
  if (one.stateThere === 'UNREADABLE')
    return `La lista de la pasarela tiene un cobro por ${debt} que no se puede leer; hay que verlo allá.`
  if (kind === 'AMOUNT' && refundedHere > refundedThere)
    return `De ${debt} acá figuran devueltos ${money(refundedHere, currencyHere)}; en la pasarela, ${money(refundedThere, currencyThere)}.`
  const there = kind === 'REFUNDED_THERE' && refundedThere > 0 ? refundedThere : one.amountThere
  return SENTENCES[kind](money(one.amountHere, currencyHere), money(there, currencyThere), debt)
}
