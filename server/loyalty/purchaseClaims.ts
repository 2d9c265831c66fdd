import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { claimsOf } from '#db/claims/claimLists.ts'
import { pageOf } from '#db/core/pagination.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, UUID_ID, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(purchaseClaims, async ({ db, now }, { count, after }, caller) => {
  const cursor = readCursor(after, UUID_ID)
  const rows = await claimsOf(db, caller.personId, now(), { limit: count + 1, after: cursor })
  const { page, next } = pageOf(rows, count, ({ cursor: last }) => last)
  return { claims: page.map(({ shown }) => shown), next: writeCursor(next) }
})
