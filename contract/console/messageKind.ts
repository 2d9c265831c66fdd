import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import { MESSAGE_STATE_LABELS, MESSAGE_TYPES } from '#contract/entities/contactMessage.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** The states of a message, as the console names them. */
export const MESSAGE_STATE_TEXTS = { ...MESSAGE_STATE_LABELS, RECEIVED: 'Sin responder' }

const TYPES = [...MESSAGE_TYPES, 'Corrección']

/** A driver's message to the network; the role 4 sees those about its stations. */
export const messageKind = {
  title: 'Mensajes',
  path: '/messages',
  roles: [PETROBRAS, ADMINISTRADOR],
  filters: [
    { name: 'state', label: 'Estado', type: 'choice', options: choicesOf(MESSAGE_STATE_TEXTS) },
    {
      name: 'assigned',
      label: 'Asignado',
      type: 'choice',
      options: choicesOf({ me: 'A mí', none: 'A nadie' }),
    },
    {
      name: 'type',
      label: 'Tipo',
      type: 'choice',
      options: TYPES.map((value) => ({ value, label: value })),
    },
  ],
  columns: [
    { name: 'Asunto', place: 'title' },
    { name: 'De', place: 'detail' },
    { name: 'Estación', place: 'detail' },
    { name: 'Recibido', place: 'note' },
    { name: 'Estado', place: 'below' },
    { name: 'Asignado a', place: 'detail' },
    { name: 'Tipo' },
  ],
} as const satisfies ObjectKind
