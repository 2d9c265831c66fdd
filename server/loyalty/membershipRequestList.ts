import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { programmesOf, requestsSeenBy } from '#db/loyalty/membershipRequests.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(membershipRequestList, async ({ db }, asked, caller) => {
  const { reference, state, count } = asked
  const after = readCursor(asked.after)
  const seen = await requestsSeenBy(db, caller, { reference, state, count, after })
  return {
    membershipRequests: seen.requests,
    reference: seen.requests[0]?.reference ?? '',
    programmes: await programmesOf(db),
    next: writeCursor(seen.next),
  }
})
