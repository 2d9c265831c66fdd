import { companyDrivers } from '#contract/loyalty/companyDrivers.ts'
import { companyDriversOf } from '#db/companies/companyDrivers.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(companyDrivers, async ({ db }, _fields, { personId }) => ({
  drivers: await companyDriversOf(db, personId),
}))
