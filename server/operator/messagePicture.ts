import { messagePicture } from '#contract/operator/messagePicture.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import { pictureOf } from '#db/messaging/contactPictures.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'
import { UUID_ID } from '#server/http/pagination.ts'

export default defineHandler(messagePicture, async ({ db, now }, { messageId }, caller) =>
  inTransaction(db, async (tx) => {
    const found = UUID_ID.test(messageId) ? await pictureOf(tx, messageId) : undefined
    if (!found) throw notFound()
    const entry = { actorId: caller.personId, action: 'messagePicture', subject: messageId }
    await appendAuditEntry(tx, { ...entry, detail: {}, at: now() })
    return { picture: found.bytes.toString('base64'), mediaType: found.mediaType }
  }),
)
