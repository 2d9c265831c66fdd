import { returnVoucher } from '#contract/loyalty/returnVoucher.ts'
import { returnVoucher as giveBack } from '#db/loyalty/vouchers.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'

export default defineHandler(returnVoucher, async ({ db, now }, { voucherId: id }, caller) => {
  const { personId } = caller
  const voucher = await giveBack(db, { personId, id, now: now() })
  if (voucher === 'notFound') throw notFound()
  if (voucher === 'used') throw refuse('Ese vale ya se usó: sus puntos no vuelven.', 'voucher_used')
  return { voucher }
})
