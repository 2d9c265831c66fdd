import { NO_LOYALTY } from '#contract/entities/loyalty.ts'
import { movements } from '#contract/financial/movements.ts'
import { movementsOf } from '#db/loyalty/movements.ts'
import { ownedLoyaltyPeriod } from '#server/financial/ownedLoyaltyPeriod.ts'
import { writeCursor } from '#server/http/pagination.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(movements, async ({ db }, asked, caller) => {
  if (asked.loyaltyCode === NO_LOYALTY) return { movements: [], next: '' }
  const period = await ownedLoyaltyPeriod(db, caller.personId, asked)
  const { loyaltyCode, branchCode, count } = asked
  const page = await movementsOf(db, { loyaltyCode, branchCode, count, ...period })
  return { movements: page.movements, next: writeCursor(page.next) }
})
