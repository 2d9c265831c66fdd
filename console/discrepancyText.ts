import type {
  DiscrepancyKind,
  GatewayDay,
  GatewayDiscrepancy,
} from '#contract/entities/reconciliation.ts'
import { money } from '#kit/format/numbers.ts'

/** The number of discrepancies of a day, listed or not. */
export const discrepancyCount = ({ counts }: Pick<GatewayDay, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

export const unresolvedCount = (day: Pick<GatewayDay, 'counts' | 'resolved'>): number =>
  discrepancyCount(day) - day.resolved

/** `1 diferencia`, `3 diferencias`. */
export const countText = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

const side = ({ amount, currency }: GatewayDiscrepancy['here']): string =>
  money(amount, currency || '858')

const SENTENCES: Record<DiscrepancyKind, (one: GatewayDiscrepancy, debt: string) => string> = {
  MISSING_HERE: ({ there }, debt) =>
    `La pasarela cobró ${side(there)} por ${debt}; acá no figura paga.`,
  MISSING_THERE: ({ here }, debt) =>
    `Acá figuran ${side(here)} pagos por ${debt}; la pasarela no los cobró.`,
  AMOUNT: ({ here, there }, debt) =>
    `Por ${debt} acá figuran ${side(here)}; la pasarela cobró ${side(there)}.`,
  DOUBLE: ({ there }, debt) =>
    `Un cobro de más: ${side(there)} por ${debt}, que ya está paga con otro cobro.`,
  VOIDED_THERE: ({ there }, debt) =>
    `La pasarela anuló el cobro de ${side(there)} por ${debt}; acá figura paga.`,
  REFUNDED_THERE: ({ there }, debt) =>
    `La pasarela devolvió ${side(there)} por ${debt}; acá figura paga.`,
}

export function discrepancyText(one: GatewayDiscrepancy): string {
  const debt = one.reference ? `la deuda ${one.reference}` : 'una deuda que no conocemos'
  if (one.there.state === 'UNREADABLE')
    return `La lista de la pasarela tiene un cobro por ${debt} que no se puede leer; hay que verlo allá.`
  return SENTENCES[one.kind](one, debt)
}
