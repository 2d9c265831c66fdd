import { toStamp } from '#contract/dates.ts'
import { contactMessages } from '#contract/operator/contactMessages.ts'
import { contactMessages as findMessages } from '#db/messaging/contactMessages.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, UUID_ID, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(contactMessages, async ({ db }, { count, after }) => {
  const cursor = readCursor(after, UUID_ID)
  const rows = await findMessages(db, count + 1, cursor)
  const last = rows[count - 1]
  return {
    messages: rows
      .slice(0, count)
      .map(({ id, at, type, title, text, name, email, branchCode, branchName }) => ({
        id,
        datetime: toStamp(at),
        type,
        title,
        text,
        name,
        email,
        branchCode,
        branchName: branchName ?? '',
      })),
    next: rows.length > count && last ? writeCursor(last) : '',
  }
})
