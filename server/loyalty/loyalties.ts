import { loyalties } from '#contract/loyalty/loyalties.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(loyalties, async ({ db, now }, _fields, caller) => ({
  loyalties: await loyaltiesOf(db, caller.personId, now()),
}))
