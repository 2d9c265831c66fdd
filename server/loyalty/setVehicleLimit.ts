import { setVehicleLimit } from '#contract/loyalty/setVehicleLimit.ts'
import { storeVehicleLimit } from '#db/companies/companyDrivers.ts'
import { inTransaction } from '#db/core/connection.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(setVehicleLimit, async ({ db, now }, fields, { personId }) => {
  const actor = { personId, now: now() }
  if (!(await inTransaction(db, (tx) => storeVehicleLimit(tx, actor, fields)))) throw notFound()
  return {}
})
