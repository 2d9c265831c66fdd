import { removeView } from '#contract/operator/removeView.ts'
import { deleteView } from '#db/console/savedViews.ts'
import { isUuid } from '#db/core/uuid.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(removeView, async ({ db }, { viewId: id }, { personId }) => {
  if (!isUuid(id) || !(await deleteView(db, { id, personId }))) throw notFound()
  return {}
})
