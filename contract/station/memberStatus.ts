import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode, withoutSeparators } from '#contract/fields/text.ts'

const PLATE = 'La matrícula tiene hasta 10 letras y números.'

/**
 * A greeting for a member at the till, and the points that can be spent. The first given of code, card
 * and plate finds the member.
 * Errors: 05 no member, or more than one; a loyalty that has ended is answered as one that does not exist;
 * HTTP 429.
 */
export const memberStatus = defineCall('station', 'memberStatus', {
  access: 'terminal',
  request: () => ({
    /** Code of the member's loyalty; empty for none. */
    loyaltyCode: withDefault(opaqueCode(20, 'El código de afiliación no es válido.'), ''),
    /** Number of the member's loyalty card; empty for none. */
    cardNumber: withDefault(opaqueCode(30, 'El número de tarjeta tiene entre 6 y 16 dígitos.'), ''),
    /**
     * Plate of the vehicle, separators allowed; empty for none. It finds the member whose membership was
     * approved with it, while the vehicle is on the loyalty; a plate that a driver added finds no member.
     */
    plate: withDefault(
      z.string(PLATE).check(
        z.overwrite((plate) => withoutSeparators(plate).toUpperCase()),
        z.regex(/^[A-Z\d]{0,10}$/, PLATE),
      ),
      '',
    ),
  }),
  response: () => ({
    /** A sentence for the display or the ticket, with the member's first name. */
    greeting: z.string(),
    /** Spendable points, whole and never below zero. */
    points: z.int(),
  }),
})
