import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { SpendingLimit } from '#contract/entities/spendingCode.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * The codes with which a till may spend points of a loyalty of the caller: one for each 30 seconds, the
 * present one and those of the next 90 seconds, so that a phone shows them for a minute and a half without
 * a network. A code is used once, and until 30 seconds after its end.
 * Errors: 05 a loyalty that is unknown, ended or another user's.
 */
export const spendingCode = defineCall('loyalty', 'spendingCode', {
  access: [USER],
  request: () => ({
    /** Code of a loyalty in force. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    /** The most points that these codes may spend; 0 or left out: all that can be spent. */
    limit: withDefault(SpendingLimit, 0),
  }),
  response: () => ({
    /** The server's time, `yyyyMMddHHmmss`: a phone whose clock differs chooses the code by it. */
    time: Stamp,
    /** The points that can be spent now. */
    spendablePoints: z.int(),
    /** The codes, the present one first. */
    codes: z.array(
      z.object({
        /** Six digits, for reading aloud together with the code of the loyalty and the limit. */
        digits: z.string(),
        /** The text of its QR; tills send it as it is. */
        text: z.string(),
        /** From when it is shown, `yyyyMMddHHmmss`; for 30 seconds. */
        from: Stamp,
      }),
    ),
  }),
})
