/** Why an operator gives or takes points, with the words for the member. */
export const ADJUSTMENT_REASONS = {
  missing_sale: 'por una compra que no se registró',
  goodwill: 'como atención por un inconveniente',
  correction: 'para corregir un error',
  misuse: 'por un uso que no corresponde',
} as const
export type AdjustmentReason = keyof typeof ADJUSTMENT_REASONS
