import { kindOf } from '#contract/console/objectKinds.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { updateProfile } from '#db/accounts/people.ts'
import { operatorsSeeing } from '#db/console/operators.ts'
import type { Db } from '#db/core/db.ts'
import {
  answerContactMessage,
  assignMessage,
  contactMessages,
  type ListedMessage,
} from '#db/messaging/contactMessages.ts'
import { pictureOf } from '#db/messaging/contactPictures.ts'
import { isWanted } from '#db/messaging/notificationPreferences.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { optional, remark, row } from '#server/console/actionFields.ts'
import { type Acting, action, type ConsoleAction } from '#server/console/consoleAction.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { shareActions } from '#server/console/shareActions.ts'
import type { Viewer } from '#server/console/viewer.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { MESSAGE_ANSWERED, MESSAGE_CLOSED } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'

const { roles } = kindOf('message')
const MAX_ANSWER = 2000
/** Begins the answer to a message whose correction is made. */
const CORRECTED = 'Corregimos tu fecha de nacimiento.'

/** A message that the viewer sees; undefined for an unknown id. */
export const messageOf = async (
  db: Db,
  id: string,
  scope: Viewer,
): Promise<ListedMessage | undefined> =>
  (await contactMessages(db, { id, scope }, { count: 1 }).read())[0]

/** Whom a message was left to: for an operator who comes second. */
export function goneText({ state, answerer, assignee }: ListedMessage): string {
  if (state === 'RECEIVED')
    return assignee ? `Ese mensaje lo tiene ${assignee}.` : 'Ese mensaje ya no lo tiene nadie.'
  return `Ese mensaje ya lo ${state === 'ANSWERED' ? 'contestó' : 'cerró'} ${answerer}.`
}

/** The refusal that names the operator who was first. */
async function goneRefusal({ context, id, viewer }: Acting) {
  const message = await messageOf(context.db, id, viewer)
  return message ? refuse(goneText(message), 'action_gone') : notFound()
}

/**
 * Answers a message, or closes it with an empty answer; a photo of it is deleted. The sender gets a
 * notification and an email.
 */
async function answerMessage(acting: Acting, given: string, corrects = false): Promise<void> {
  const { context, viewer, id } = acting
  const { db: tx } = context
  const { personId: operatorId, now: at } = viewer
  const answer = corrects ? `${CORRECTED}\n${given}`.trim() : given
  const event = `answer ${id}`
  const picture = corrects && (await pictureOf(tx, id))
  const wanted = { id, answer, operatorId, scope: viewer, now: at }
  const message = await answerContactMessage(tx, wanted)
  if (!message) throw await goneRefusal(acting)
  const { personId, title, email } = message
  if (corrects) {
    if (!picture) throw refuse('Ese mensaje no tiene una foto para decidir.')
    if (personId === operatorId)
      throw refuse('Tu propia fecha la tiene que corregir otra persona.', 'own_request')
    const { birthdate } = picture
    await updateProfile(tx, personId, { birthdate, birthdateCorrectedAt: at })
  }
  const page = `/#/commnents?id=${id}`
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
}
const notificationText = (title: string, answer: string) =>
  answer === ''
    ? { title: 'Leímos tu mensaje', text: `Cerramos «${title}»: no necesita una respuesta.` }
    : { title: 'Contestamos tu mensaje', text: `Sobre «${title}»: ${answer}` }

/** Names the operator who is to answer a message, or none. */
async function assign(acting: Acting, to: string | null, from?: 'none' | 'some') {
  const { context, id, viewer } = acting
  if (!(await assignMessage(context.db, { id, to, scope: viewer }, from)))
    throw await goneRefusal(acting)
}

/** The people who see a message, as the choices of `assign`. */
export const assigneesOf = (db: Db, { branchCode, wishedBirthdate }: ListedMessage) =>
  operatorsSeeing(db, wishedBirthdate ? '' : branchCode)

const answerLabels = {
  label: 'Respuesta',
  missing: 'Escribí la respuesta.',
  subject: 'La respuesta',
  max: MAX_ANSWER,
}

/** What an operator does with a message. */
export const messageActions = {
  answer: action({
    roles,
    label: 'Contestar',
    question: 'Le llega en la app y por correo. Después no se puede cambiar.',
    inline: true,
    fields: {
      template: optional(
        row({
          label: 'Plantilla',
          hint: 'Se agrega a la respuesta; después la cambiás.',
          missing: '',
        }),
        '',
      ),
      answer: remark({ ...answerLabels, hint: `Entran ${MAX_ANSWER} caracteres.` }),
    },
    audit: 'answerMessage',
    async run(acting) {
      await answerMessage(acting, acting.values.answer)
      return 'Contestado: le llega en la app y por correo.'
    },
  }),
  correct: action({
    label: 'Corregir la fecha',
    question:
      'La fecha de nacimiento pasa a ser la que pide, se lo avisamos y la foto se borra. Mirá antes la foto.',
    fields: {
      answer: optional(
        remark({ ...answerLabels, hint: `Va después de «${CORRECTED}» Puede quedar vacía.` }),
        '',
      ),
    },
    audit: 'correctBirthdate',
    async run(acting) {
      await answerMessage(acting, acting.values.answer, true)
      return 'La fecha quedó corregida: se lo avisamos.'
    },
  }),
  ...shareActions({
    roles,
    words: {
      subject: 'El mensaje',
      taking: 'Los demás ven que lo vas a contestar.',
      assigned: 'Queda entre los suyos. Las demás personas que lo ven también lo pueden contestar.',
    },
    audits: { take: 'takeMessage', assign: 'assignMessage', release: 'releaseMessage' },
    async assignees({ context: { db }, viewer, id }) {
      const message = await messageOf(db, id, viewer)
      return message ? await assigneesOf(db, message) : []
    },
    give: assign,
  }),
  close: action({
    roles,
    label: 'Cerrar sin responder',
    question:
      'El conductor ve que lo leímos y que no necesita respuesta. Después no se puede contestar.',
    danger: true,
    forRows: true,
    audit: 'closeMessage',
    async run(acting) {
      await answerMessage(acting, '')
      return 'Cerrado: le avisamos que lo leímos.'
    },
  }),
  note: noteAction('message'),
} satisfies Record<string, ConsoleAction>
