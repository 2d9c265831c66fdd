import { contactMessages } from '#contract/operator/contactMessages.ts'
import { scopeOf } from '#db/console/operatorScope.ts'
import { pageOf } from '#db/core/pagination.ts'
import { contactMessages as findMessages } from '#db/messaging/contactMessages.ts'
import { maskedEmail, maskedName } from '#server/console/maskedText.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, UUID_ID, writeCursor } from '#server/http/pagination.ts'
import { toSentMessage } from '#server/user/toSentMessage.ts'

export default defineHandler(contactMessages, async ({ db }, { count, after, state }, caller) => {
  const scope = await scopeOf(db, caller)
  const rows = await findMessages(db, count + 1, readCursor(after, UUID_ID), { state, scope })
  const { page, next } = pageOf(rows, count, (last) => last)
  return {
    messages: page.map(({ wishedBirthdate, email, ...row }) => ({
      ...toSentMessage(row),
      name: scope.isAdministrator ? `${row.firstName} ${row.firstSurname}` : maskedName(row),
      email: scope.isAdministrator ? email : maskedEmail(email),
      ...(wishedBirthdate && { wishedBirthdate: wishedBirthdate.replaceAll('-', '') }),
    })),
    next: writeCursor(next),
  }
})
