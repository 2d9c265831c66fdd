import { adjustPoints } from '#contract/operator/adjustPoints.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { ADJUSTMENTS, propose } from '#server/loyalty/adjustments.ts'

export default defineHandler(
  adjustPoints,
  async (context, fields, caller) => {
    const { id, state } = await propose(context, caller, fields)
    return { adjustmentId: id, state }
  },
  [ADJUSTMENTS],
)
