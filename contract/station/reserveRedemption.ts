import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { MAX_REDEEMED_POINTS, tillRedemption } from '#contract/entities/redemption.ts'
import { SpendingText } from '#contract/entities/spendingCode.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { OptionalTillCode, TillCode } from '#contract/fields/tillCode.ts'

const POINTS = `Los puntos son un número entero de 1 a ${MAX_REDEEMED_POINTS}.`

/**
 * Takes points of a member for a sale at the till, with the spending code that the member's app shows now:
 * those of a reward, or any number at the programme's value of a point. Capture it with the sale within 10
 * minutes, or release it; then its points are given back. It works online only: the spending code of a
 * call that was stored and forwarded is too old. A repeat with the same reference and fields gets the
 * present state; if no answer comes, repeat it or release the reference.
 * Errors: 05 a spending code that is wrong, used or older than a minute; fewer spendable points, or fewer that
 * the member allows; a reward that is not in force or not given at the station; a reference that was used
 * with other fields, or released before; HTTP 429.
 */
export const reserveRedemption = defineCall('station', 'reserveRedemption', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** The till's own name of the redemption, which no other one of the terminal has. */
    reference: TillCode,
    /** The text of the QR of the member's spending code, or the same composed of what the member says. */
    spendingCode: SpendingText,
    /** Points to take; 0 or left out with a reward. */
    points: withDefault(
      z.int(POINTS).check(z.gte(0, POINTS), z.lte(MAX_REDEEMED_POINTS, POINTS)),
      0,
    ),
    /** Code of a reward; empty for points. */
    reward: withDefault(opaqueCode(40, 'Ese premio no existe.'), ''),
    /** Number of the ticket of the sale; may be left out. */
    ticket: OptionalTillCode,
  }),
  response: tillRedemption,
})
