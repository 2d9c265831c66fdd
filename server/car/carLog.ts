import { carLog } from '#contract/car/carLog.ts'
import { logOf } from '#db/car/carLog.ts'
import { pageOf } from '#db/core/pagination.ts'
import { spanOf } from '#server/financial/period.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(carLog, async ({ db, now }, request, { personId }) => {
  const { plate, count } = request
  const span = spanOf(request, now())
  const after = readCursor(request.after, undefined, span)
  const rows = await logOf(db, personId, { plate, ...span, after, limit: count + 1 })
  const { page, next } = pageOf(rows, count, ({ cursor }) => cursor)
  return { entries: page.map(({ entry }) => entry), next: writeCursor(next) }
})
