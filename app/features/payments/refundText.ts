import type { Debt } from '#contract/entities/debt.ts'
import { expectedRefund, TAX_LAWS } from '#contract/entities/taxLaws.ts'
import { money } from '#kit/format/numbers.ts'

/**
 * The tax refund to expect for a debt and its law, before the card is known, or the reason why there is
 * none. `cents` are in the debt's currency; 0 without a refund.
 */
export function expectedRefundText(debt: Debt) {
  const refund = expectedRefund(debt)
  if (refund && refund.cents > 0) {
    const amount = money(refund.cents, debt.currency)
    const onlyDebit = refund.law.cards === 'debit'
    return {
      cents: refund.cents,
      title: `Si pagás con ${onlyDebit ? 'débito' : 'tarjeta'} te devuelven ${amount} por la Ley ${refund.law.law}`,
      text: `${subject(refund.law.name)}.${onlyDebit ? ' Con crédito no hay devolución.' : ''} Es lo esperado: lo confirma la red de tarjetas al cobrar.`,
    }
  }
  return { cents: 0, title: 'Sin devolución de impuestos', text: whyNot(debt) }
}

function whyNot({ indi, finalConsumer }: Debt): string {
  if (!finalConsumer)
    return 'La compra está facturada con RUT, y las leyes de devolución son para el consumidor final.'
  if (TAX_LAWS[indi])
    return `Esta compra no tiene IVA que devolver por la Ley ${TAX_LAWS[indi].law}.`
  return 'Ninguna ley de devolución alcanza a esta compra.'
}

/** `Ley 19.210, inclusión financiera` becomes `Inclusión financiera`. */
function subject(name: string): string {
  const text = name.slice(name.indexOf(', ') + 2)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The name of a law by the number in a payment; null for `0`, no law. */
export function lawName(law: string): string | null {
  if (law === '0' || law === '') return null
  return Object.values(TAX_LAWS).find((known) => known?.law === law)?.name ?? `Ley ${law}`
}
