import { activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { mayList, membersOf } from '#db/loyalty/memberships.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'
import { notFound, serve } from '#server/http/defineHandler.ts'

export default serve(activeMembershipList, async ({ db }, asked, caller) => {
  const { loyaltyCode: code, clientRUT: rut, clientCardNumber: card, count } = asked
  const after = readCursor(asked.after)
  if (!(await mayList(db, caller, code))) throw notFound()
  const page = await membersOf(db, caller, { code, rut, card, count, after })
  return { memberships: page.memberships, next: writeCursor(page.next) }
})
