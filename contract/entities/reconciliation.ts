export const DISCREPANCY_LABELS = {
  /** Charged at the gateway; unknown or not paid here. */
  MISSING_HERE: 'Cobrado allá, falta acá',
  /** Paid here; not charged at the gateway. */
  MISSING_THERE: 'Pago acá, falta allá',
  /** Amount or currency differ. */
  AMOUNT: 'Otro importe o moneda',
  /** Two charges in force for one debt, or one charge listed twice. */
  DOUBLE: 'Cobrado dos veces',
  /** Voided at the gateway; paid here. */
  VOIDED_THERE: 'Anulado allá, pago acá',
  /** Refunded at the gateway; paid here. */
  REFUNDED_THERE: 'Devuelto allá, no acá',
} as const
/** How an operator resolved a discrepancy, in the words of the console. */
export const DISCREPANCY_RESOLUTIONS = {
  corrected_there: 'La pasarela lo corrigió',
  corrected_here: 'Se corrigió acá',
  other_sale: 'Es de otra venta o de otro comercio',
  agreed: 'Se acordó con la pasarela',
} as const
export type DiscrepancyResolution = keyof typeof DISCREPANCY_RESOLUTIONS
type Kind = keyof typeof DISCREPANCY_LABELS
export const DISCREPANCY_KINDS = Object.keys(DISCREPANCY_LABELS) as [Kind, ...Kind[]]
export type DiscrepancyKind = Kind
