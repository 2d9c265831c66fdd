import { releaseRedemption } from '#contract/station/releaseRedemption.ts'
import { cancelAtTill } from '#db/loyalty/tillRedemptions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { redeemAtTill } from '#server/station/tillRedemption.ts'

export default defineHandler(releaseRedemption, (context, { reference }, caller) =>
  redeemAtTill(context, caller, reference, (tx, call) => cancelAtTill(tx, call, '')),
)
