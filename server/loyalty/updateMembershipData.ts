import { DENIED } from '#contract/codes.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { setAccount } from '#db/memberships.ts'
import { refuse, serve } from '#server/serve.ts'

export default serve(updateMembershipData, async ({ db, now }, account, { personId }) => {
  if (!(await setAccount(db, { personId, now: now() }, account)))
    throw refuse(DENIED, 'Todavía no tenés una afiliación donde guardar la cuenta.')
  return {}
})
