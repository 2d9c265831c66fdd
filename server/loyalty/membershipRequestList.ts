import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { programmesOf, requestsVisibleTo } from '#db/loyalty/membershipRequests.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(membershipRequestList, async ({ db }, fields, caller) => {
  const page = await requestsVisibleTo(db, caller, {
    ...fields,
    oldestFirst: fields.order === 'oldest',
    after: readCursor(fields.after),
  })
  return {
    membershipRequests: page.requests,
    reference: page.requests[0]?.reference ?? '',
    programmes: await programmesOf(db),
    next: writeCursor(page.next),
  }
})
