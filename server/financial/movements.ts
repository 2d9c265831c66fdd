import { NO_LOYALTY } from '#contract/entities/loyalty.ts'
import { movements } from '#contract/financial/movements.ts'
import { ownsLoyalty } from '#db/loyalty/loyalties.ts'
import { movementsOf } from '#db/loyalty/movements.ts'
import { redemptionsOf } from '#db/loyalty/redemptionList.ts'
import { periodOf } from '#server/financial/period.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'
import { writeCursor } from '#server/http/pagination.ts'

export default defineHandler(movements, async ({ now }, request, { personId }, { reads }) => {
  const { loyaltyCode, clientRUT, branchCode, count } = request
  if (loyaltyCode === NO_LOYALTY) return { movements: [], redemptions: [], next: '' }
  const owner = { personId, loyaltyCode, clientRUT }
  const at = now()
  const { from, until, after } = periodOf(request, at)
  const page = await movementsOf(reads, owner, { branchCode, count, from, until, after })
  const redemptions = await redemptionsOf(reads, owner, {
    from: page.next?.at ?? from,
    until: after?.at ?? until,
    branchCode,
    now: at,
  })
  if (page.movements.length + redemptions.length === 0 && !(await ownsLoyalty(reads, owner)))
    throw notFound()
  return { movements: page.movements, redemptions, next: writeCursor(page.next) }
})
