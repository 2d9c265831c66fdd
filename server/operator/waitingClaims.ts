import { waitingClaims } from '#contract/operator/waitingClaims.ts'
import { pageOf } from '#db/core/pagination.ts'
import { waitingClaims as findClaims } from '#db/stations/claimLists.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, UUID_ID, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(waitingClaims, async ({ db, now }, { count, after }) => {
  const cursor = readCursor(after, UUID_ID)
  const rows = await findClaims(db, now(), { limit: count + 1, after: cursor })
  const { page, next } = pageOf(rows, count, ({ cursor: last }) => last)
  return { claims: page.map(({ shown }) => shown), next: writeCursor(next) }
})
