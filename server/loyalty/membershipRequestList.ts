import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { programmesOf, requestsSeenBy } from '#db/membershipRequests.ts'
import { readCursor, writeCursor } from '#server/loyalty/cursor.ts'
import { serve } from '#server/serve.ts'

export default serve(membershipRequestList, async ({ db }, asked, caller) => {
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
