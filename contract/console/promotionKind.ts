import {
  choice,
  labelsOf,
  type ObjectKind,
  period,
  type States,
} from '#contract/console/objectKind.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** What became of a promotion: where its announcement is, unless an operator ended it. */
export const PROMOTION_STATES = {
  draft: ['Borrador', 'neutral', ['change', 'test', 'send']],
  scheduled: ['Programada', 'brand', ['test', 'stop', 'end']],
  sending: ['Enviándose', 'warn', ['test', 'stop', 'end']],
  sent: ['Enviada', 'good', ['test', 'end']],
  stopped: ['Frenada', 'bad', ['test', 'send', 'end']],
  ended: ['Terminada antes', 'neutral'],
} as const satisfies States

/** A promotion of the network, and its announcement to the drivers who want them. */
export const promotionKind = {
  title: 'Promociones',
  path: '/promotions',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: {
    state: choice('Estado', labelsOf(PROMOTION_STATES)),
    period: period('Vale en'),
  },
} as const satisfies ObjectKind
