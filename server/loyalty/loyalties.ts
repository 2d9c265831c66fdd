import { loyalties } from '#contract/loyalty/loyalties.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { serve } from '#server/http/defineHandler.ts'

export default serve(loyalties, async ({ db }, _fields, caller) => ({
  loyalties: await loyaltiesOf(db, caller.personId),
}))
