import { loyalties } from '#contract/loyalty/loyalties.ts'
import { loyaltiesOf } from '#db/loyalties.ts'
import { serve } from '#server/serve.ts'

export default serve(loyalties, async ({ db }, _fields, caller) => ({
  loyalties: await loyaltiesOf(db, caller.personId),
}))
