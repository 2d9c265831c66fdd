import { undoCarImport } from '#contract/car/undoCarImport.ts'
import { removeImport } from '#db/car/carImports.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(undoCarImport, async ({ db }, { importId }, { personId }) => {
  const removed = await removeImport(db, personId, importId)
  if (removed === 0) throw notFound()
  return { removed }
})
