import { DENIED } from '#contract/responseCodes.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { setBankAccount } from '#db/loyalty/memberships.ts'
import { refuse } from '#server/http/errors.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(updateMembershipData, async ({ db, now }, account, { personId }) => {
  if (!(await setBankAccount(db, { personId, now: now() }, account)))
    throw refuse(DENIED, 'Todavía no tenés una afiliación donde guardar la cuenta.')
  return {}
})
