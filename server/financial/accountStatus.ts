import { NO_LOYALTY } from '#contract/entities/loyalty.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { accountStatementOf } from '#db/loyalty/pointsStatements.ts'
import { periodOf } from '#server/financial/period.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'
import { writeCursor } from '#server/http/pagination.ts'

export default defineHandler(accountStatus, async ({ now }, request, { personId }, { reads }) => {
  const { loyaltyCode, clientRUT, branchCode, count } = request
  if (loyaltyCode === NO_LOYALTY)
    return {
      accountStatus: {
        openingPoints: 0,
        closingPoints: 0,
        pointTotals: { earned: 0, redeemed: 0, reversed: 0, expired: 0, other: 0 },
        discounts: [],
        movements: [],
      },
      next: '',
    }
  const statement = await accountStatementOf(
    reads,
    { personId, loyaltyCode, clientRUT },
    { branchCode, count, ...periodOf(request, now()) },
  )
  if (!statement) throw notFound()
  const { lines, next, ...totals } = statement
  return { accountStatus: { ...totals, movements: lines }, next: writeCursor(next) }
})
