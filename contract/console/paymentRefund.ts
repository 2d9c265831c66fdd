/** Why an operator gives a charge back, in the words of the console. */
export const REFUND_REASONS = {
  double_charge: 'Se cobró dos veces',
  wrong_amount: 'Se cobró otro importe',
  not_delivered: 'No se entregó lo que se pagó',
  complaint: 'Reclamo por el producto o el servicio',
  unrecognised: 'El titular no reconoce el pago',
} as const
export type RefundReason = keyof typeof REFUND_REASONS

/** `void` takes the whole charge back before its settlement, `refund` the whole or a part after it. */
export const REFUND_KINDS = ['void', 'refund'] as const

/** `sending` until the gateway's answer is known; then `done`, or `refused` by the gateway. */
export const REFUND_STATES = ['sending', 'done', 'refused'] as const
