import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { answerMessage } from '#contract/operator/answerMessage.ts'
import { updateProfile } from '#db/accounts/people.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { scopeOf } from '#db/console/operatorScope.ts'
import { inTransaction } from '#db/core/connection.ts'
import { answerContactMessage } from '#db/messaging/contactMessages.ts'
import { pictureOf } from '#db/messaging/contactPictures.ts'
import { isWanted } from '#db/messaging/notificationPreferences.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { UUID_ID } from '#server/http/pagination.ts'
import { MESSAGE_ANSWERED, MESSAGE_CLOSED } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'

/** Begins the answer to a message whose correction is made, so that its repeat is told from a mere answer. */
const CORRECTED = 'Corregimos tu fecha de nacimiento.'

export default defineHandler(answerMessage, async (context, fields, caller) => {
  const { messageId, correctBirthdate } = fields
  if (!UUID_ID.test(messageId)) throw notFound()
  const scope = await scopeOf(context.db, caller)
  if (correctBirthdate && !scope.isAdministrator)
    throw refuse('Corregir una fecha de nacimiento es de quien administra la red.', 'role_missing')
  const answer = correctBirthdate ? `${CORRECTED}\n${fields.answer}`.trim() : fields.answer
  const at = context.now()
  const event = `answer ${messageId}`
  await inTransaction(context.db, async (tx) => {
    const picture = correctBirthdate && (await pictureOf(tx, messageId))
    const message = await answerContactMessage(tx, {
      id: messageId,
      answer,
      operatorId: caller.personId,
      scope,
      now: at,
    })
    if (message === 'repeated') return
    if (message === 'notFound') throw notFound()
    if (message === 'notPending') throw refuse('Ese mensaje ya está contestado o cerrado.')
    const { personId, title, email } = message
    if (correctBirthdate) {
      if (!picture) throw refuse('Ese mensaje no tiene una foto para decidir.')
      if (personId === caller.personId)
        throw refuse('Tu propia fecha la tiene que corregir otra persona.', 'own_request')
      await updateProfile(tx, personId, {
        birthdate: picture.birthdate,
        birthdateCorrectedAt: at,
      })
    }
    const page = `/#/commnents?id=${messageId}`
    await insertNotification(context, tx, {
      personId,
      event,
      type: NOTIFICATION_TYPES.Message,
      at,
      url: page,
      ...notificationText(title, answer),
    })
    if (await isWanted(tx, personId, NOTIFICATION_TYPES.Message, 'email'))
      await queueEmail(context, tx, answer === '' ? MESSAGE_CLOSED : MESSAGE_ANSWERED, {
        recipient: email,
        event,
        values: { title, answer, link: `${context.config.publicUrl}${page}` },
      })
    await appendAuditEntry(tx, {
      actorId: caller.personId,
      action: 'answerMessage',
      subject: messageId,
      detail: {
        to: answer === '' ? 'CLOSED' : 'ANSWERED',
        ...(correctBirthdate && { birthdate: 'corrected' }),
      },
      at,
    })
  })
  return {}
})

const notificationText = (title: string, answer: string) =>
  answer === ''
    ? { title: 'Leímos tu mensaje', text: `Cerramos «${title}»: no necesita una respuesta.` }
    : { title: 'Contestamos tu mensaje', text: `Sobre «${title}»: ${answer}` }
