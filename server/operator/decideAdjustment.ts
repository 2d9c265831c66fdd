import { decideAdjustment } from '#contract/operator/decideAdjustment.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { decide } from '#server/loyalty/adjustments.ts'

export default defineHandler(
  decideAdjustment,
  async (context, { adjustmentId: id, authorized }, caller) => {
    await decide(context, caller, { id, authorized })
    return {}
  },
)
