import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '#contract/dates.ts'
import { adjustPoints } from '#contract/operator/adjustPoints.ts'
import { inTransaction } from '#db/core/connection.ts'
import { proposeAdjustment } from '#db/loyalty/adjustments.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import type { Limit } from '#server/http/limits.ts'
import { refuseAdjustment } from '#server/loyalty/refuseAdjustment.ts'

/** Many small adjustments would go around the second operator. */
const ADJUSTMENTS: Limit = {
  name: 'adjustments',
  by: 'person',
  points: 20,
  per: HOUR_MS,
  taken: 'before',
}

export default defineHandler(
  adjustPoints,
  async (context, fields, { personId }) => {
    const { db, now, rrn, jobs, config } = context
    const id = randomUUID()
    const operator = { personId, now: now(), rrn: await rrn(), jobs }
    const state = await inTransaction(db, (tx) =>
      proposeAdjustment(tx, operator, { id, ...fields }, config.adjustmentLimit),
    )
    if (state !== 'waiting' && state !== 'posted') throw refuseAdjustment(state)
    return { adjustmentId: id, state }
  },
  [ADJUSTMENTS],
)
