import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** What became of a promotion: where its announcement is, unless an operator ended it. */
export const PROMOTION_STATES = {
  draft: 'Borrador',
  scheduled: 'Programada',
  sending: 'Enviándose',
  sent: 'Enviada',
  stopped: 'Frenada',
  ended: 'Terminada antes',
} as const

/** A promotion of the network, and its announcement to the drivers who want them. */
export const promotionKind = {
  title: 'Promociones',
  path: '/promotions',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: [
    { name: 'state', label: 'Estado', type: 'choice', options: choicesOf(PROMOTION_STATES) },
    { name: 'day', label: 'Vale el día', type: 'day' },
  ],
  columns: [
    { name: 'Promoción', place: 'title' },
    { name: 'Estado', place: 'below' },
    { name: 'Desde', place: 'detail' },
    { name: 'Hasta', place: 'note' },
    { name: 'Programa' },
    { name: 'Destinatarios' },
  ],
} as const satisfies ObjectKind
