/** Why the points of a reported sale wait for an operator, in words for the operators. */
export const HELD_REASONS = {
  issuer: 'El RUT del comprobante no es de la estación.',
  quantity: 'Son más litros de los que se cargan de una vez.',
  amount: 'El importe es mayor que el de una compra.',
  payments: 'Los pagos suman menos que los renglones.',
  day: 'El afiliado tiene demasiadas compras en ese día.',
} as const
export type HeldReason = keyof typeof HELD_REASONS
