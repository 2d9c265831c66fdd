import { promotions } from '#contract/info/promotions.ts'
import { promotionsFor } from '#db/messaging/promotions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(promotions, async ({ db, now }, _fields, { personId }) => ({
  promotions: await promotionsFor(db, personId, now()),
}))
