import { acceptInvitation } from '#contract/loyalty/acceptInvitation.ts'
import { acceptCompany } from '#db/companies/companyDrivers.ts'
import { inTransaction } from '#db/core/connection.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(acceptInvitation, async ({ db, now }, fields, { personId }) => {
  const actor = { personId, now: now() }
  if (!(await inTransaction(db, (tx) => acceptCompany(tx, actor, fields)))) throw notFound()
  return {}
})
