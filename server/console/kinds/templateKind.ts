import type { ActionField } from '#contract/console/objectPage.ts'
import { TEMPLATE_STATES } from '#contract/console/templateKind.ts'
import { multiLine, singleLine } from '#contract/fields/text.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import { isUuid, uuidFrom } from '#db/core/uuid.ts'
import {
  changeTemplate,
  type MessageTemplate,
  storeTemplate,
  templatesLike,
} from '#db/messaging/messageTemplates.ts'
import { type Acting, type ConsoleAction, consoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { readField } from '#server/console/readField.ts'
import { badge, group } from '#server/console/shownValues.ts'
import { refuse } from '#server/http/errors.ts'
import { UUID_ID } from '#server/http/pagination.ts'

const FIELDS: readonly ActionField[] = [
  { name: 'title', label: 'Título', type: 'text', hint: 'Como se la elige.', options: [] },
  {
    name: 'text',
    label: 'Texto',
    type: 'longText',
    hint: '{nombre} y {asunto} se cambian por los del mensaje.',
    options: [],
  },
]
const readTemplate = ({ fields }: Acting) => ({
  title: readField(singleLine(80, 'El título'), fields.title ?? '', 'Escribí el título.'),
  text: readField(multiLine(1500, 'El texto'), fields.text ?? '', 'Escribí el texto.'),
})

/** Changes a template that is in use, or one that is removed, and records it. */
const changing = (
  { context: { db }, viewer: { personId: actorId, now: at }, id }: Acting,
  isRemoved: boolean,
  { action, ...set }: { action: string } & Partial<MessageTemplate>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await changeTemplate(tx, { id, isRemoved }, set)))
      throw refuse('Otra persona la cambió: actualizá la página.', 'action_gone')
    await appendAuditEntry(tx, { actorId, action, subject: id, at })
  })

const makeTemplate: ConsoleAction = {
  label: 'Escribir una plantilla',
  question: 'Queda para elegir en las respuestas a los mensajes.',
  danger: false,
  fields: FIELDS,
  async run(acting) {
    const { context, viewer } = acting
    const template = readTemplate(acting)
    const { personId: actorId, now: at } = viewer
    const id = uuidFrom(context.random(16))
    await inTransaction(context.db, async (tx) => {
      if (await storeTemplate(tx, { ...template, id, createdAt: at }))
        await appendAuditEntry(tx, { actorId, action: 'templateMade', subject: id, at })
    })
    return { outcome: 'La plantilla quedó escrita.', madeId: id }
  },
}

const stateOf = ({ removedAt }: MessageTemplate) => (removedAt ? 'removed' : 'used')
const badgeOf = (template: MessageTemplate) => badge(TEMPLATE_STATES, stateOf(template))

/** The texts with which answers to messages can begin. */
export const templateKind = consoleKind('template', {
  cursorId: UUID_ID,

  list: (db, { state }, page) =>
    templatesLike(db, state ? { isRemoved: state === 'removed' } : {}, page),
  rowAt: ({ id, createdAt: at }) => ({ id, at }),
  columns: {
    Título: ['title', ({ title }) => title],
    Texto: ['detail', ({ text }) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)],
    Escrita: ['note', ({ createdAt }) => createdAt],
    Estado: ['below', badgeOf],
  },

  read: async (db, id) => (isUuid(id) ? (await templatesLike(db, { id }, { count: 1 }))[0] : null),

  async page(db, template) {
    const { id, title, text, createdAt } = template
    return {
      title,
      badges: [badgeOf(template)],
      groups: [group('', { Escrita: createdAt })],
      texts: [{ title: 'Texto', text }],
      timeline: await historyOf(db, { kind: 'template', id }),
      values: { title, text },
    }
  },
  states: TEMPLATE_STATES,
  stateOf,

  listActions: { make: makeTemplate },
  actions: {
    change: {
      label: 'Cambiar',
      question: 'Lo que ya se contestó con ella no cambia.',
      danger: false,
      fields: FIELDS,
      async run(acting) {
        await changing(acting, false, { action: 'templateChanged', ...readTemplate(acting) })
        return 'La plantilla quedó cambiada.'
      },
    },
    remove: {
      label: 'Quitar',
      question: 'Deja de estar para elegir en las respuestas. Se puede volver a usar.',
      danger: false,
      fields: [],
      async run(acting) {
        const removedAt = acting.viewer.now
        await changing(acting, false, { action: 'templateRemoved', removedAt })
        return 'La plantilla quedó quitada.'
      },
    },
    restore: {
      label: 'Volver a usar',
      question: 'Vuelve a estar para elegir en las respuestas.',
      danger: false,
      fields: [],
      async run(acting) {
        await changing(acting, true, { action: 'templateRestored', removedAt: null })
        return 'La plantilla está en uso otra vez.'
      },
    },
  },
})
