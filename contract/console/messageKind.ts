import {
  choice,
  labelsOf,
  type ObjectKind,
  period,
  type States,
} from '#contract/console/objectKind.ts'
import {
  MESSAGE_STATE_LABELS,
  MESSAGE_TYPES,
  type MessageState,
} from '#contract/entities/contactMessage.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** The states of a message. */
export const MESSAGE_STATES = {
  RECEIVED: ['Sin responder', 'warn', ['answer', 'correct', 'take', 'assign', 'release', 'close']],
  ANSWERED: [MESSAGE_STATE_LABELS.ANSWERED, 'good'],
  CLOSED: [MESSAGE_STATE_LABELS.CLOSED, 'neutral'],
} as const satisfies States<MessageState>

const TYPES = [...MESSAGE_TYPES, 'Corrección']

/** A driver's message to the network; the role 4 sees those about its stations. */
export const messageKind = {
  title: 'Mensajes',
  path: '/messages',
  roles: [PETROBRAS, ADMINISTRADOR],
  filters: {
    state: choice('Estado', labelsOf(MESSAGE_STATES)),
    assigned: choice('Asignado', { me: 'A mí', none: 'A nadie' }),
    type: choice('Tipo', Object.fromEntries(TYPES.map((type) => [type, type]))),
    period: period('Período'),
  },
} as const satisfies ObjectKind
