import { NO_LOYALTY } from '#contract/entities/loyalty.ts'
import { movements } from '#contract/financial/movements.ts'
import { ownsLoyalty } from '#db/loyalty/loyalties.ts'
import { movementsOf } from '#db/loyalty/movements.ts'
import { periodOf } from '#server/financial/period.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'
import { writeCursor } from '#server/http/pagination.ts'

export default defineHandler(movements, async ({ db, now }, request, { personId }) => {
  const { loyaltyCode, clientRUT, branchCode, count } = request
  if (loyaltyCode === NO_LOYALTY) return { movements: [], next: '' }
  const owner = { personId, loyaltyCode, clientRUT }
  const page = await movementsOf(db, owner, { branchCode, count, ...periodOf(request, now()) })
  if (page.movements.length === 0 && !(await ownsLoyalty(db, owner))) throw notFound()
  return { movements: page.movements, next: writeCursor(page.next) }
})
