import { decideAdjustment } from '#contract/operator/decideAdjustment.ts'
import { inTransaction } from '#db/core/connection.ts'
import { decideAdjustment as decide } from '#db/loyalty/adjustments.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'
import { UUID_ID } from '#server/http/pagination.ts'
import { refuseAdjustment } from '#server/loyalty/refuseAdjustment.ts'

export default defineHandler(decideAdjustment, async (context, fields, { personId }) => {
  const { db, now, rrn, jobs } = context
  const { adjustmentId: id, authorized } = fields
  if (!UUID_ID.test(id)) throw notFound()
  const operator = { personId, now: now(), rrn: await rrn(), jobs }
  const state = await inTransaction(db, (tx) => decide(tx, operator, { id, authorized }))
  if (state !== 'posted' && state !== 'rejected') throw refuseAdjustment(state)
  return {}
})
