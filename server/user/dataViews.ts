import { toDate } from '#contract/dates.ts'
import { dataViews } from '#contract/user/dataViews.ts'
import { viewsOf } from '#db/accounts/dataViews.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(dataViews, async ({ db }, _fields, { personId }) => ({
  days: [...new Set((await viewsOf(db, personId)).map(({ at }) => toDate(at)))],
}))
