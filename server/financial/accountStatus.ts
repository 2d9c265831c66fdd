import { NO_LOYALTY } from '#contract/entities/loyalty.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { monthsOf } from '#db/loyalty/movements.ts'
import { pointsBefore, statementOf } from '#db/loyalty/pointsStatements.ts'
import { ownedLoyaltyPeriod } from '#server/financial/ownedLoyaltyPeriod.ts'
import { writeCursor } from '#server/http/pagination.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(accountStatus, async ({ db }, asked, caller) => {
  if (asked.loyaltyCode === NO_LOYALTY)
    return {
      accountStatus: { openingPoints: 0, closingPoints: 0, discounts: [], movements: [] },
      next: '',
    }
  const { accountId, after, from, until } = await ownedLoyaltyPeriod(db, caller.personId, asked)
  const { loyaltyCode, branchCode, count } = asked
  const [openingPoints, closingPoints, discounts, page] = await Promise.all([
    pointsBefore(db, accountId, from),
    pointsBefore(db, accountId, until),
    monthsOf(db, { loyaltyCode, branchCode, from, until }),
    statementOf(db, { accountId, count, after, from, until }),
  ])
  return {
    accountStatus: { openingPoints, closingPoints, discounts, movements: page.lines },
    next: writeCursor(page.next),
  }
})
