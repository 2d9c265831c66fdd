import { isDeepStrictEqual } from 'node:util'
import { dayOf, HOUR_MS } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { birthdateRequestError } from '#contract/fields/birthdate.ts'
import { contact } from '#contract/user/contact.ts'
import { uuidFrom, uuidOf } from '#db/core/uuid.ts'
import { contactMessageFields, insertContactMessage } from '#db/messaging/contactMessages.ts'
import { insertPicture, waitingPictures } from '#db/messaging/contactPictures.ts'
import { isWanted } from '#db/messaging/notificationPreferences.ts'
import { branchExists } from '#db/stations/branches.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { type Limit, take } from '#server/http/limits.ts'
import { MESSAGE_RECEIVED } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'

/** A repeat of a stored message takes no point. */
const MESSAGES: Limit = { name: 'message', by: 'person', points: 5, per: HOUR_MS, taken: 'within' }

export default defineHandler(
  contact,
  async (context, fields, caller) => {
    const { personId } = caller
    const { clientMessageId, picture, birthdate, ...message } = fields
    if ((picture === undefined) !== (birthdate === undefined))
      throw refuse('La foto y la fecha de nacimiento van juntas.', 'invalid_request')
    const { branchCode, title } = message
    if (branchCode !== '' && !(await branchExists(context.db, branchCode)))
      throw refuse('Esa estación no existe.', 'not_found')
    // The app sends a message that it kept again in another session, until it knows that it is stored.
    const id =
      clientMessageId === ''
        ? uuidFrom(context.random(16))
        : uuidOf(`contact of ${personId} ${clientMessageId}`)
    await inOwnTransaction(context, caller, async (tx, person) => {
      if (!(await insertContactMessage(tx, { id, personId, at: context.now(), ...message }))) {
        if (isDeepStrictEqual(await contactMessageFields(tx, personId, id), message)) return
        throw refuse('Ya mandaste otro mensaje con ese id.')
      }
      if (picture !== undefined && birthdate !== undefined) {
        const sentence = birthdateRequestError(dayOf(context.now()), person, birthdate)
        if (sentence) throw refuse(sentence, 'invalid_birthdate')
        if ((await waitingPictures(tx, personId)).length > 0)
          throw refuse('Ya tenemos una foto tuya: esperá a que te contestemos.', 'request_pending')
        await insertPicture(tx, { messageId: id, picture, birthdate, at: context.now() })
      }
      await take(context, caller, MESSAGES)
      if (!(await isWanted(tx, personId, NOTIFICATION_TYPES.Message, 'email'))) return
      await queueEmail(context, tx, MESSAGE_RECEIVED, {
        recipient: person.email,
        event: `contact ${id}`,
        values: { title },
      })
    })
    return {}
  },
  [MESSAGES],
)
