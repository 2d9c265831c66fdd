import { activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { activeLoyaltiesOf, canListMembers } from '#db/loyalty/loyalties.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(activeMembershipList, async ({ db }, fields, caller) => {
  const { loyaltyCode: code, clientRUT: rut, clientCardNumber: card, count } = fields
  const after = readCursor(fields.after)
  const page = await activeLoyaltiesOf(db, caller, { code, rut, card, count, after })
  if (page.memberships.length === 0 && !(await canListMembers(db, caller, code))) throw notFound()
  return { memberships: page.memberships, next: writeCursor(page.next) }
})
