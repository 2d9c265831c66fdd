import { kindOf } from '#contract/console/objectKinds.ts'
import { saveView } from '#contract/operator/saveView.ts'
import { storeView } from '#db/console/savedViews.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { assertSees } from '#server/console/kinds/kindRegistry.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

/** Views of one list that an operator may save. */
const MAX_VIEWS = 20

export default defineHandler(saveView, async ({ db, now, random }, view, caller) => {
  const { kind, search } = view
  assertSees(caller, kind)
  const { filters } = kindOf(kind)
  const isKnown = (name: string) => name === 'first' || Object.hasOwn(filters, name)
  if (!Object.keys(search).every(isKnown))
    throw refuse('La vista tiene un filtro que la lista no tiene.', 'invalid_request')
  const { personId } = caller
  const row = { ...view, id: uuidFrom(random(16)), personId, savedAt: now() }
  const id = await storeView(db, row, MAX_VIEWS)
  if (!id)
    throw refuse(`Ya tenés ${MAX_VIEWS} vistas de esta lista: borrá una antes.`, 'too_many_views')
  return { id }
})
