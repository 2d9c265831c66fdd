import { endCompanyDriver } from '#contract/loyalty/endCompanyDriver.ts'
import { endDriver } from '#db/companies/companyDrivers.ts'
import { inTransaction } from '#db/core/connection.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(endCompanyDriver, async ({ db, now }, { invitationId }, caller) => {
  const actor = { personId: caller.personId, now: now() }
  if (!(await inTransaction(db, (tx) => endDriver(tx, actor, invitationId)))) throw notFound()
  return {}
})
