import { MESSAGE_STATE_TEXTS } from '#contract/console/messageKind.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { toDate, toStamp } from '#contract/dates.ts'
import type { MessageState } from '#contract/entities/contactMessage.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { contactMessages, type ListedMessage } from '#db/messaging/contactMessages.ts'
import { templatesLike } from '#db/messaging/messageTemplates.ts'
import type { ConsoleKind, Viewer } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { maskedEmail, maskedName } from '#server/console/maskedText.ts'
import { assigneesOf, goneText, messageActions, messageOf } from '#server/console/messageActions.ts'
import { UUID_ID } from '#server/http/pagination.ts'

const TONES = { RECEIVED: 'warn', ANSWERED: 'good', CLOSED: 'neutral' } as const
const stateOf = ({ state }: ListedMessage): ObjectValue => ({
  text: MESSAGE_STATE_TEXTS[state],
  tone: TONES[state],
})
const MAX_TEMPLATES = 100

/** The templates in use, with what a message puts into them. */
async function templatesFor(db: Db, { firstName, title }: ListedMessage) {
  const templates = await templatesLike(db, { isRemoved: false }, { count: MAX_TEMPLATES })
  return templates
    .toSorted((a, b) => a.title.localeCompare(b.title, 'es'))
    .map(({ id, title: label, text }) => ({
      value: id,
      label,
      fills: {
        field: 'answer',
        text: text.replaceAll('{nombre}', () => firstName).replaceAll('{asunto}', () => title),
      },
    }))
}

/** What the viewer may do with a message that waits. */
const actionsOf = ({ assignedTo, wishedBirthdate }: ListedMessage): string[] => [
  'answer',
  ...(wishedBirthdate ? ['correct'] : []),
  ...(assignedTo ? ['release'] : ['take']),
  'assign',
  'close',
]

function factsOf(message: ListedMessage, { shown }: Viewer & { shown: boolean }) {
  const { personId, email, branchCode, branchName, wishedBirthdate, answerer, state } = message
  const name = shown ? `${message.firstName} ${message.firstSurname}` : maskedName(message)
  const wished = shown ? { day: wishedBirthdate?.replaceAll('-', '') ?? '' } : { text: '•••' }
  return [
    { name: 'De', value: { text: name, link: { kind: 'driver' as const, id: personId } } },
    { name: 'Correo', value: { text: shown ? email : maskedEmail(email) } },
    {
      name: 'Estación',
      value: branchName
        ? { text: branchName, link: { kind: 'station' as const, id: branchCode } }
        : { text: '' },
    },
    { name: 'Tipo', value: { text: message.type } },
    { name: 'Recibido', value: { stamp: toStamp(message.at) } },
    ...(wishedBirthdate ? [{ name: 'Nacimiento que pide', value: wished }] : []),
    { name: 'Asignado a', value: { text: message.assignee ?? '' } },
    {
      name: state === 'CLOSED' ? 'Lo cerró' : 'Lo contestó',
      value: { text: answerer ?? '' },
    },
    {
      name: MESSAGE_STATE_TEXTS[state],
      value: message.answeredAt ? { stamp: toStamp(message.answeredAt) } : { text: '' },
    },
  ]
}

/** The messages of drivers to the network; the role 4 sees those about its stations. */
export const messageKind: ConsoleKind = {
  cursorId: UUID_ID,

  async list(db, { filters: { state = '', assigned = '', type = '' }, count, after }, viewer) {
    const filter = {
      scope: viewer,
      ...(state && { state: state as MessageState }),
      ...(type && { type }),
      ...(assigned === 'me' && { assignedTo: viewer.personId }),
      ...(assigned === 'none' && { isUnassigned: true }),
    }
    return (await contactMessages(db, count, after, filter)).map((message) => ({
      id: message.id,
      cursor: { at: message.at, id: message.id },
      cells: [
        { text: message.title },
        { text: maskedName(message) },
        { text: message.branchName ?? '' },
        { day: toDate(message.at) },
        stateOf(message),
        { text: message.assignee ?? '' },
        { text: message.type },
      ],
    }))
  },

  async page(db, id, viewer) {
    const message = isUuid(id) ? await messageOf(db, id, viewer) : undefined
    if (!message) return null
    const { title, text, answer, state, personId, wishedBirthdate } = message
    const waits = state === 'RECEIVED'
    return {
      title,
      badges: [stateOf(message)],
      masked: !viewer.shown,
      ownerId: personId,
      groups: [{ title: '', facts: factsOf(message, viewer) }],
      texts: [
        { title: 'Mensaje', text },
        ...(answer ? [{ title: 'Respuesta', text: answer }] : []),
      ],
      ...(waits && wishedBirthdate && { picture: id }),
      tables: [],
      timeline: await historyOf(db, { kind: 'message', id }, [
        { at: message.at, title: 'El conductor lo escribió' },
      ]),
      actions: [...(waits ? actionsOf(message) : []), 'note'],
      gone: goneText(message),
      ...(waits && {
        options: {
          template: await templatesFor(db, message),
          operator: (await assigneesOf(db, message)).filter(
            ({ value }) => value !== message.assignedTo,
          ),
        },
      }),
    }
  },

  actions: messageActions,
}
