import { NO_LOYALTY } from '#contract/entities/loyalty.ts'
import { movements } from '#contract/financial/movements.ts'
import { movementsOf } from '#db/loyalty/movements.ts'
import { ownPeriod, writeCursor } from '#server/financial/ownedLoyaltyPeriod.ts'
import { serve } from '#server/http/defineHandler.ts'

export default serve(movements, async ({ db }, asked, caller) => {
  if (asked.loyaltyCode === NO_LOYALTY) return { movements: [], next: '' }
  const period = await ownPeriod(db, caller.personId, asked)
  const { loyaltyCode, branchCode, count } = asked
  const page = await movementsOf(db, { loyaltyCode, branchCode, count, ...period })
  return { movements: page.movements, next: writeCursor(page.next) }
})
