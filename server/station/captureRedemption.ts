import { captureRedemption } from '#contract/station/captureRedemption.ts'
import { captureAtTill } from '#db/loyalty/tillRedemptions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { redeemAtTill } from '#server/station/tillRedemption.ts'

export default defineHandler(captureRedemption, (context, { reference, ticket }, caller) =>
  redeemAtTill(context, caller, reference, (tx, call) => captureAtTill(tx, call, ticket)),
)
