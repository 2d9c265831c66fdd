import { TEMPLATE_STATES } from '#contract/console/templateKind.ts'
import { isUuid } from '#db/core/uuid.ts'
import {
  changeTemplate,
  type MessageTemplate,
  storeTemplate,
  templatesLike,
} from '#db/messaging/messageTemplates.ts'
import { remark, text } from '#server/console/actionFields.ts'
import { type Acting, action } from '#server/console/consoleAction.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { badge, group } from '#server/console/shownValues.ts'
import { refuse } from '#server/http/errors.ts'
import { UUID_ID } from '#server/http/pagination.ts'

const fields = {
  title: text({
    label: 'Título',
    hint: 'Como se la elige.',
    missing: 'Escribí el título.',
    subject: 'El título',
    max: 80,
  }),
  text: remark({
    label: 'Texto',
    hint: '{nombre} y {asunto} se cambian por los del mensaje.',
    missing: 'Escribí el texto.',
    subject: 'El texto',
    max: 1500,
  }),
}

/** Changes a template that is in use, or one that is removed. @throws the refusal of one that is not so any more */
async function change(
  { context, id }: Acting,
  isRemoved: boolean,
  set: Partial<MessageTemplate>,
): Promise<void> {
  if (!(await changeTemplate(context.db, { id, isRemoved }, set)))
    throw refuse('Otra persona la cambió: actualizá la página.', 'action_gone')
}

const stateOf = ({ removedAt }: MessageTemplate) => (removedAt ? 'removed' : 'used')
const badgeOf = (template: MessageTemplate) => badge(TEMPLATE_STATES, stateOf(template))

/** The texts with which answers to messages can begin. */
export const templateKind = consoleKind('template', {
  cursorId: UUID_ID,

  list: (db, { state }, page) =>
    templatesLike(db, state ? { isRemoved: state === 'removed' } : {}, page),
  sorted: 'Escrita',
  rowAt: ({ id, createdAt: at }) => ({ id, at }),
  columns: {
    Título: ['title', ({ title }) => title],
    Texto: ['detail', ({ text }) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)],
    Escrita: ['note', ({ createdAt }) => createdAt],
    Estado: ['below', badgeOf],
  },

  read: async (db, id) =>
    isUuid(id) ? (await templatesLike(db, { id }, { count: 1 }).read())[0] : null,

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

  listActions: {
    make: action({
      label: 'Escribir una plantilla',
      question: 'Queda para elegir en las respuestas a los mensajes.',
      fields,
      audit: 'templateMade',
      async run({ context, viewer, values, newId }) {
        const id = newId()
        await storeTemplate(context.db, { ...values, id, createdAt: viewer.now })
        return { outcome: 'La plantilla quedó escrita.', madeId: id }
      },
    }),
  },
  actions: {
    change: action({
      label: 'Cambiar',
      question: 'Lo que ya se contestó con ella no cambia.',
      fields,
      audit: 'templateChanged',
      async run(acting) {
        await change(acting, false, acting.values)
        return 'La plantilla quedó cambiada.'
      },
    }),
    remove: action({
      label: 'Quitar',
      question: 'Deja de estar para elegir en las respuestas. Se puede volver a usar.',
      audit: 'templateRemoved',
      async run(acting) {
        await change(acting, false, { removedAt: acting.viewer.now })
        return 'La plantilla quedó quitada.'
      },
    }),
    restore: action({
      label: 'Volver a usar',
      question: 'Vuelve a estar para elegir en las respuestas.',
      audit: 'templateRestored',
      async run(acting) {
        await change(acting, true, { removedAt: null })
        return 'La plantilla está en uso otra vez.'
      },
    }),
  },
})
