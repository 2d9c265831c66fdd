import { reverseRedemption } from '#contract/station/reverseRedemption.ts'
import { cancelAtTill } from '#db/loyalty/tillRedemptions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { redeemAtTill } from '#server/station/tillRedemption.ts'

export default defineHandler(reverseRedemption, (context, { reference, reason }, caller) =>
  redeemAtTill(context, caller, reference, (tx, call) => cancelAtTill(tx, call, reason)),
)
