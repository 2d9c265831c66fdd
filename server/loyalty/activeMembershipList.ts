import { activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { canListMembers, membersOf } from '#db/loyalty/memberships.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'
import { notFound } from '#server/http/errors.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(activeMembershipList, async ({ db }, asked, caller) => {
  const { loyaltyCode: code, clientRUT: rut, clientCardNumber: card, count } = asked
  const after = readCursor(asked.after)
  const page = await membersOf(db, caller, { code, rut, card, count, after })
  if (page.memberships.length === 0 && !(await canListMembers(db, caller, code))) throw notFound()
  return { memberships: page.memberships, next: writeCursor(page.next) }
})
