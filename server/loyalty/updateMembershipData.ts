import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { setBankAccount } from '#db/loyalty/memberships.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(updateMembershipData, async ({ db, now }, account, { personId }) => {
  if (!(await setBankAccount(db, { personId, now: now() }, account)))
    throw refuse(DENIED, 'Todavía no tenés una afiliación donde guardar la cuenta.')
  return {}
})
