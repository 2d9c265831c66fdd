import { toStamp } from '#contract/dates.ts'
import { spendingText } from '#contract/entities/spendingCode.ts'
import { spendingCode } from '#contract/loyalty/spendingCode.ts'
import { rewardsFor } from '#db/loyalty/rewards.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'
import { spendingCodes } from '#server/loyalty/spendingCodes.ts'

/** The present code and those of the next 90 seconds. */
const CODES = 4

export default defineHandler(spendingCode, async (context, { loyaltyCode, limit }, caller) => {
  const now = context.now()
  const { personId } = caller
  const member = await rewardsFor(context.db, { personId, loyaltyCode }, now)
  if (!member) throw notFound()
  const codes = spendingCodes(context.config, { loyaltyCode, limit }, { now, count: CODES })
  return {
    time: toStamp(now),
    spendablePoints: member.spendablePoints,
    codes: codes.map(({ digits, from }) => ({
      digits,
      text: spendingText({ loyaltyCode, digits, limit }),
      from: toStamp(from),
    })),
  }
})
