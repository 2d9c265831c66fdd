import * as z from 'zod/mini'
import { kindOf } from '#contract/console/objectKinds.ts'
import type { ActionField } from '#contract/console/objectPage.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { multiLine } from '#contract/fields/text.ts'
import { updateProfile } from '#db/accounts/people.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { operatorsSeeing } from '#db/console/operators.ts'
import { inTransaction } from '#db/core/connection.ts'
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
import type { Acting, ConsoleAction, Viewer } from '#server/console/consoleKind.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { readField } from '#server/console/readField.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { MESSAGE_ANSWERED, MESSAGE_CLOSED } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'

const { roles } = kindOf('message')
const MAX_ANSWER = 2000
/** Begins the answer to a message whose correction is made, so that its repeat is told from a mere answer. */
const CORRECTED = 'Corregimos tu fecha de nacimiento.'

/** A message that the viewer sees; undefined for an unknown id. */
export const messageOf = async (
  db: Db,
  id: string,
  scope: Viewer,
): Promise<ListedMessage | undefined> => (await contactMessages(db, 1, null, { id, scope }))[0]

/** Whom a message was left to: for an operator who comes second. */
export function goneText({ state, answerer, assignee }: ListedMessage): string {
  if (state === 'RECEIVED')
    return assignee ? `Ese mensaje lo tiene ${assignee}.` : 'Ese mensaje ya no lo tiene nadie.'
  return `Ese mensaje ya lo ${state === 'ANSWERED' ? 'contestó' : 'cerró'} ${answerer}.`
}

/** The refusal that names the operator who was first. */
async function goneRefusal(db: Db, { id, viewer }: Acting) {
  const message = await messageOf(db, id, viewer)
  return message ? refuse(goneText(message), 'action_gone') : notFound()
}

/**
 * Answers a message, or closes it with an empty answer; a photo of it is deleted. The sender gets a
 * notification and an email.
 */
async function answerMessage(acting: Acting, given: string, corrects = false): Promise<void> {
  const { context, viewer, id } = acting
  const { personId: operatorId, now: at } = viewer
  const answer = corrects ? `${CORRECTED}\n${given}`.trim() : given
  const event = `answer ${id}`
  await inTransaction(context.db, async (tx) => {
    const picture = corrects && (await pictureOf(tx, id))
    const wanted = { id, answer, operatorId, scope: viewer, now: at }
    const message = await answerContactMessage(tx, wanted)
    if (message === 'repeated') return
    if (message === 'notFound' || message === 'notPending') throw await goneRefusal(tx, acting)
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
    const action = corrects ? 'correctBirthdate' : answer ? 'answerMessage' : 'closeMessage'
    await appendAuditEntry(tx, { actorId: operatorId, action, subject: id, at })
  })
}
const notificationText = (title: string, answer: string) =>
  answer === ''
    ? { title: 'Leímos tu mensaje', text: `Cerramos «${title}»: no necesita una respuesta.` }
    : { title: 'Contestamos tu mensaje', text: `Sobre «${title}»: ${answer}` }

/** Names the operator who is to answer a message, or none, and records it. */
const assign = (
  acting: Acting,
  { to, from, action }: { to: string | null; from?: 'none' | 'some'; action: string },
): Promise<void> =>
  inTransaction(acting.context.db, async (tx) => {
    const { id, viewer } = acting
    if (!(await assignMessage(tx, { id, to, scope: viewer }, from)))
      throw await goneRefusal(tx, acting)
    const detail = to === null || to === viewer.personId ? {} : { person: to }
    const { personId: actorId, now: at } = viewer
    await appendAuditEntry(tx, { actorId, action, subject: id, detail, at })
  })

/** The people who see a message, as the choices of `assign`. */
export const assigneesOf = (db: Db, { branchCode, wishedBirthdate }: ListedMessage) =>
  operatorsSeeing(db, wishedBirthdate ? '' : branchCode)

const choice = (name: string, label: string, hint = ''): ActionField => ({
  name,
  label,
  type: 'choice',
  hint,
  options: [],
})
const answerField = (hint: string): ActionField => ({
  name: 'answer',
  label: 'Respuesta',
  type: 'longText',
  hint,
  options: [],
})
const TEMPLATE = choice('template', 'Plantilla', 'Se agrega a la respuesta; después la cambiás.')
const Answer = multiLine(MAX_ANSWER, 'La respuesta')
const CHOOSE = 'Elegí quién lo contesta.'

/** What an operator does with a message. */
export const messageActions = {
  answer: {
    roles,
    label: 'Contestar',
    question: 'Le llega en la app y por correo. Después no se puede cambiar.',
    danger: false,
    fields: [TEMPLATE, answerField(`Entran ${MAX_ANSWER} caracteres.`)],
    async run(acting) {
      const answer = readField(Answer, acting.fields.answer ?? '', 'Escribí la respuesta.')
      await answerMessage(acting, answer)
      return 'Contestado: le llega en la app y por correo.'
    },
  },
  correct: {
    label: 'Corregir la fecha',
    question:
      'La fecha de nacimiento pasa a ser la que pide, se lo avisamos y la foto se borra. Mirá antes la foto.',
    danger: false,
    fields: [answerField(`Va después de «${CORRECTED}» Puede quedar vacía.`)],
    async run(acting) {
      const { answer = '' } = acting.fields
      const more = answer.trim() && readField(Answer, answer, '')
      await answerMessage(acting, more, true)
      return 'La fecha quedó corregida: se lo avisamos.'
    },
  },
  take: {
    roles,
    label: 'Tomar',
    question: 'Los demás ven que lo vas a contestar.',
    danger: false,
    forRows: true,
    fields: [],
    async run(acting) {
      const { personId } = acting.viewer
      await assign(acting, { to: personId, from: 'none', action: 'takeMessage' })
      return 'El mensaje quedó a tu nombre.'
    },
  },
  assign: {
    roles,
    label: 'Asignar',
    question: 'Queda entre los suyos. Las demás personas que lo ven también lo pueden contestar.',
    danger: false,
    fields: [choice('operator', 'A quién')],
    async run(acting) {
      const { context, viewer, id, fields } = acting
      const to = readField(z.string(), fields.operator ?? '', CHOOSE)
      const message = await messageOf(context.db, id, viewer)
      const known = message ? await assigneesOf(context.db, message) : []
      const assignee = known.find(({ value }) => value === to)
      if (!assignee) throw refuse(CHOOSE, 'invalid_request')
      await assign(acting, { to, action: 'assignMessage' })
      return `El mensaje quedó a nombre de ${assignee.label}.`
    },
  },
  release: {
    roles,
    label: 'Soltar',
    question: 'Vuelve a estar sin asignar.',
    danger: false,
    fields: [],
    async run(acting) {
      await assign(acting, { to: null, from: 'some', action: 'releaseMessage' })
      return 'El mensaje quedó sin asignar.'
    },
  },
  close: {
    roles,
    label: 'Cerrar sin responder',
    question:
      'El conductor ve que lo leímos y que no necesita respuesta. Después no se puede contestar.',
    danger: true,
    forRows: true,
    fields: [],
    async run(acting) {
      await answerMessage(acting, '')
      return 'Cerrado: le avisamos que lo leímos.'
    },
  },
  note: noteAction('message'),
} satisfies Record<string, ConsoleAction>
