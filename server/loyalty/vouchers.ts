import { vouchers } from '#contract/loyalty/vouchers.ts'
import { vouchersOf } from '#db/loyalty/vouchers.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(vouchers, async ({ db, now }, _fields, { personId }) => ({
  vouchers: await vouchersOf(db, personId, now()),
}))
