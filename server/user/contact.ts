import { DENIED } from '#contract/responseCodes.ts'
import { contact } from '#contract/user/contact.ts'
import { branchExists } from '#db/branches.ts'
import { insertContactMessage, countSentSince } from '#db/messaging/contactMessages.ts'
import { inTransaction } from '#db/connection.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { MESSAGE_RECEIVED } from '#server/mail/emailTemplates.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse, RateLimited } from '#server/http/errors.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { lockOwnRow } from '#server/auth/reauthenticate.ts'

/** Messages that a person may write in an hour. */
const AN_HOUR = 5
const HOUR = 3_600_000

export default defineHandler(contact, async (context, fields, caller) => {
  const { db, now } = context
  const { personId, sessionHash, header } = caller
  const { branchCode, title } = fields
  if (branchCode !== '' && !(await branchExists(db, branchCode)))
    throw refuse(DENIED, 'Esa estación no existe.')
  // The request's own identity is the message's: sent again, it is the same message.
  const id = uuidOf(`contact ${sessionHash.toString('hex')} ${header.auditNumber}`)
  await inTransaction(db, async (tx) => {
    const person = await lockOwnRow(context, tx, caller)
    const at = now()
    const lately = await countSentSince(tx, personId, new Date(at.getTime() - HOUR))
    const oldest = lately[AN_HOUR - 1]
    if (!(await insertContactMessage(tx, { id, personId, at, ...fields }))) return
    if (oldest) throw new RateLimited(Math.ceil((oldest.getTime() + HOUR - at.getTime()) / 1000))
    await queueEmail(context, tx, MESSAGE_RECEIVED, {
      recipient: person.email,
      event: `contact ${id}`,
      values: { title },
    })
  })
  return {}
})
