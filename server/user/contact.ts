import { isDeepStrictEqual } from 'node:util'
import { HOUR_MS } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { contact } from '#contract/user/contact.ts'
import { branchExists } from '#db/branches.ts'
import { inTransaction } from '#db/connection.ts'
import { uuidOf } from '#db/core/uuid.ts'
import {
  contactMessageFields,
  countSentSince,
  insertContactMessage,
} from '#db/messaging/contactMessages.ts'
import { wants } from '#db/messaging/notificationPreferences.ts'
import { lockOwnRow } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { RateLimited, refuse } from '#server/http/errors.ts'
import { MESSAGE_RECEIVED } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'

/** Messages that a user may send within an hour. */
const MAX_PER_HOUR = 5

export default defineHandler(contact, async (context, fields, caller) => {
  const { db, now } = context
  const { personId, sessionHash, header } = caller
  const { clientMessageId, ...message } = fields
  const { branchCode, title } = message
  if (branchCode !== '' && !(await branchExists(db, branchCode)))
    throw refuse(DENIED, 'Esa estación no existe.', 'not_found')
  // The id derives from what identifies the message, so that a repeat inserts no second one.
  const id = uuidOf(
    clientMessageId === ''
      ? `contact ${sessionHash.toString('hex')} ${header.auditNumber}`
      : `contact of ${personId} ${clientMessageId}`,
  )
  await inTransaction(db, async (tx) => {
    const person = await lockOwnRow(context, tx, caller)
    const at = now()
    const recent = await countSentSince(tx, personId, new Date(at.getTime() - HOUR_MS))
    const oldest = recent[MAX_PER_HOUR - 1]
    if (!(await insertContactMessage(tx, { id, personId, at, ...message }))) {
      if (isDeepStrictEqual(await contactMessageFields(tx, personId, id), message)) return
      throw refuse(DENIED, 'Ya mandaste otro mensaje con ese id.')
    }
    if (oldest) throw new RateLimited(Math.ceil((oldest.getTime() + HOUR_MS - at.getTime()) / 1000))
    if (!(await wants(tx, personId, NOTIFICATION_TYPES.Message, 'email'))) return
    await queueEmail(context, tx, MESSAGE_RECEIVED, {
      recipient: person.email,
      event: `contact ${id}`,
      values: { title },
    })
  })
  return {}
})
