import { removeCarEntry } from '#contract/car/removeCarEntry.ts'
import { removeTyped } from '#db/car/carEntries.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(removeCarEntry, async ({ db }, { entryId }, { personId }) => {
  if (!(await removeTyped(db, personId, entryId))) throw notFound()
  return {}
})
