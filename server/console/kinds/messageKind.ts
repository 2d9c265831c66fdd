import { MESSAGE_STATES } from '#contract/console/messageKind.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import { toDate, toStamp } from '#contract/dates.ts'
import { notesOf } from '#db/console/objectHistory.ts'
import { messagesWaiting } from '#db/console/waiting.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { contactMessages, type ListedMessage, messageAfter } from '#db/messaging/contactMessages.ts'
import { templatesLike } from '#db/messaging/messageTemplates.ts'
import { consoleKind, type KindPage } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { maskedEmail, maskedName } from '#server/console/maskedText.ts'
import { assigneesOf, goneText, messageActions, messageOf } from '#server/console/messageActions.ts'
import { badge, copied, group, link } from '#server/console/shownValues.ts'
import { UUID_ID } from '#server/http/pagination.ts'

const badgeOf = ({ state }: ListedMessage) => badge(MESSAGE_STATES, state)
const MAX_TEMPLATES = 100

/** The templates in use, with what a message puts into them. */
async function templatesFor(db: Db, { firstName, title }: ListedMessage) {
  const templates = await templatesLike(db, { isRemoved: false }, { count: MAX_TEMPLATES }).read()
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

const nameOf = (message: ListedMessage, shown: boolean) =>
  shown ? `${message.firstName} ${message.firstSurname}` : maskedName(message)

function factsOf(message: ListedMessage, { shown }: { shown: boolean }) {
  const { personId, email, branchCode, branchName, wishedBirthdate, state } = message
  return group('', {
    De: link('driver', personId, nameOf(message, shown)),
    Correo: shown ? copied(email) : maskedEmail(email),
    Estación: branchName && link('station', branchCode, branchName),
    Tipo: message.type,
    Recibido: message.at,
    'Nacimiento que pide': wishedBirthdate
      ? shown
        ? { day: wishedBirthdate.replaceAll('-', '') }
        : '•••'
      : undefined,
    'Asignado a': message.assignee,
    [state === 'CLOSED' ? 'Lo cerró' : 'Lo contestó']: message.answerer,
    [MESSAGE_STATES[state][0]]: message.answeredAt,
  })
}

/** The message, the remarks of operators and the answer, the oldest first. */
async function conversationOf(
  db: Db,
  message: ListedMessage,
  { shown }: { shown: boolean },
): Promise<KindPage['conversation']> {
  const { id, at, text, answer, answerer, answeredAt } = message
  const notes = await notesOf(db, 'message', id)
  const said = [
    { at, by: nameOf(message, shown), text, side: 'driver' as const },
    ...notes.map((note) => ({ ...note, side: 'note' as const })),
    ...(answer && answeredAt
      ? [{ at: answeredAt, by: answerer ?? '', text: answer, side: 'network' as const }]
      : []),
  ]
  return said
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at: saidAt, ...one }) => ({ ...one, stamp: toStamp(saidAt) }))
}

/** The messages of drivers to the network; the role 4 sees those about its stations. */
export const messageKind = consoleKind('message', {
  cursorId: UUID_ID,

  list: (db, { assigned, ...filter }, page, viewer) =>
    contactMessages(
      db,
      {
        scope: viewer,
        ...filter,
        ...(assigned === 'me' && { assignedTo: viewer.personId }),
        ...(assigned === 'none' && { isUnassigned: true }),
      },
      page,
    ),
  sorted: 'Recibido',
  rowAt: ({ id, at }) => ({ id, at }),
  columns: {
    Asunto: ['title', ({ title }) => title],
    De: ['detail', maskedName],
    Estación: ['detail', ({ branchName }) => branchName],
    Recibido: ['note', ({ at }) => ({ day: toDate(at) })],
    Estado: ['below', badgeOf],
    'Asignado a': ['detail', ({ assignee }) => assignee],
    Tipo: ({ type }) => type,
  },

  read: async (db, id, viewer) => (isUuid(id) ? await messageOf(db, id, viewer) : null),

  async page(db, message, viewer) {
    const { id, title, state, personId, wishedBirthdate } = message
    const waits = state === 'RECEIVED'
    const next = await messageAfter(db, message, viewer)
    return {
      title,
      badges: [badgeOf(message)],
      masked: !viewer.shown,
      ownerId: personId,
      groups: [factsOf(message, viewer)],
      conversation: await conversationOf(db, message, viewer),
      ...(next && { next: { kind: 'message', id: next } }),
      ...(waits && wishedBirthdate && { picture: id }),
      timeline: await historyOf(db, { kind: 'message', id, hasNotes: false }, [
        { at: message.at, title: 'El conductor lo escribió' },
      ]),
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
  states: MESSAGE_STATES,
  stateOf: ({ state }) => state,
  when: ({ wishedBirthdate, assignedTo }) => ({
    correct: Boolean(wishedBirthdate),
    take: !assignedTo,
    release: Boolean(assignedTo),
  }),
  gone: goneText,

  waiting: {
    title: 'Mensajes sin responder',
    roles: kindOf('message').roles,
    state: 'RECEIVED',
    count: messagesWaiting,
  },
  actions: messageActions,
})
