import { contactMessages } from '#contract/operator/contactMessages.ts'
import { pageOf } from '#db/core/pagination.ts'
import { contactMessages as findMessages } from '#db/messaging/contactMessages.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, UUID_ID, writeCursor } from '#server/http/pagination.ts'
import { toSentMessage } from '#server/user/toSentMessage.ts'

export default defineHandler(contactMessages, async ({ db }, { count, after, state }) => {
  const rows = await findMessages(db, count + 1, readCursor(after, UUID_ID), { state })
  const { page, next } = pageOf(rows, count, (last) => last)
  return {
    messages: page.map(({ wishedBirthdate, name, email, ...row }) => ({
      ...toSentMessage(row),
      name,
      email,
      ...(wishedBirthdate && { wishedBirthdate: wishedBirthdate.replaceAll('-', '') }),
    })),
    next: writeCursor(next),
  }
})
