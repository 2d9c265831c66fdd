import type { Debt } from '#contract/entities/debt.ts'
import { TAX_LAWS } from '#contract/entities/taxLaws.ts'
import { money, percent } from '#kit/format/numbers.ts'

/**
 * The tax refund to expect for a debt and its law, before the card is known, or the reason why there is
 * none. `cents` are in the debt's currency; 0 without a refund.
 */
export function expectedTaxRefund({ indi, finalConsumer, currency, ...debt }: Debt) {
  const law = TAX_LAWS[indi]
  const { cents = 0, basisPoints = 0 } = debt.expectedRefund ?? {}
  const none = { cents: 0, title: 'Sin devolución de impuestos' }
  if (!finalConsumer)
    return {
      ...none,
      text: 'La compra está facturada con RUT, y las leyes de devolución son para el consumidor final.',
    }
  if (!law) return { ...none, text: 'Ninguna ley de devolución alcanza a esta compra.' }
  if (cents > 0) {
    const onlyDebit = law.cards === 'debit'
    return {
      cents,
      title: `Si pagás con ${onlyDebit ? 'débito' : 'tarjeta'} te devuelven ${money(cents, currency)} por la Ley ${law.law}`,
      text: `${subject(law.name)}: ${percent(basisPoints)}.${onlyDebit ? ' Con crédito no hay devolución.' : ''} Es lo esperado: lo confirma la red de tarjetas al cobrar.`,
    }
  }
  if (debt.expectedRefund || debt[law.base] === 0)
    return { ...none, text: `Esta compra no tiene IVA que devolver por la Ley ${law.law}.` }
  return {
    cents: 0,
    title: 'Puede haber devolución de impuestos',
    text: `La ${law.name}, puede alcanzar a esta compra, pero no tenemos la tasa de ese día en esa estación. Lo que te devuelvan lo dice la red de tarjetas al cobrar.`,
  }
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
