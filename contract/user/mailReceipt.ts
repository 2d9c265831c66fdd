import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/**
 * Sends the receipt of one of the caller's payments or purchases to the address of their account.
 * Errors: 05 a reference that is unknown or another user's, and a payment that is not charged (yet);
 * HTTP 429 after ten receipts within an hour.
 */
export const mailReceipt = defineCall('user', 'mailReceipt', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    /** `payment` for one of `getPayments`, `movement` for one of `movements`. */
    kind: z.enum(['payment', 'movement'], 'Elegí un pago o una compra.'),
    /** The `id` of the payment, or the `rrn` of the movement. */
    reference: opaqueCode(40, 'Ese comprobante no se puede buscar.'),
  }),
  response: () => ({
    /** The address, of which its owner recognises the beginning and the domain: `an•••@correo.uy`. */
    sentTo: z.string(),
  }),
})
