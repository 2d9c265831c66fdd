import { sentMessages } from '#contract/user/sentMessages.ts'
import { pageOf } from '#db/core/pagination.ts'
import { contactMessages } from '#db/messaging/contactMessages.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, UUID_ID, writeCursor } from '#server/http/pagination.ts'
import { toSentMessage } from '#server/user/toSentMessage.ts'

export default defineHandler(
  sentMessages,
  async (_context, { count, after }, { personId }, { reads }) => {
    const query = { count: count + 1, after: readCursor(after, UUID_ID) }
    const rows = await contactMessages(reads, { personId }, query).read()
    const { page, next } = pageOf(rows, count, (last) => last)
    return { messages: page.map(toSentMessage), next: writeCursor(next) }
  },
)
