import { captureVoucher } from '#contract/station/captureVoucher.ts'
import { captureVoucherAtTill } from '#db/loyalty/tillRedemptions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import type { Limit } from '#server/http/limits.ts'
import { contentHashOf, redeemAtTill } from '#server/station/tillRedemption.ts'

/** More than a till serves; a stolen one finds no voucher by trial. */
const CAPTURES: Limit = {
  name: 'vouchers at a till',
  by: 'terminal',
  points: 60,
  per: 60 * 10_000,
  taken: 'before',
}

export default defineHandler(
  captureVoucher,
  async (context, { reference, voucher: voucherCode, ticket }, caller) => {
    const contentHash = contentHashOf([voucherCode, ticket])
    return await redeemAtTill(context, caller, reference, (tx, call) =>
      captureVoucherAtTill(tx, call, { voucherCode, ticket, contentHash }),
    )
  },
  [CAPTURES],
)
