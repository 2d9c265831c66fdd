import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { programmesFor, requestsVisibleTo } from '#db/loyalty/membershipRequests.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(membershipRequestList, async ({ db, now }, fields, caller) => {
  const page = await requestsVisibleTo(db, caller, {
    ...fields,
    oldestFirst: fields.order === 'oldest',
    after: readCursor(fields.after),
  })
  return {
    membershipRequests: page.requests,
    reference: page.requests[0]?.reference ?? '',
    programmes: await programmesFor(db, caller.personId, now()),
    next: writeCursor(page.next),
  }
})
