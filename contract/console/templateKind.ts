import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** The states of a template, as the console names them. */
export const TEMPLATE_STATES = { used: 'En uso', removed: 'Quitada' } as const

/** A text with which an answer to a message can begin. */
export const templateKind = {
  title: 'Plantillas',
  path: '/templates',
  roles: [ADMINISTRADOR],
  filters: [
    { name: 'state', label: 'Estado', type: 'choice', options: choicesOf(TEMPLATE_STATES) },
  ],
  columns: [
    { name: 'Título', place: 'title' },
    { name: 'Texto', place: 'detail' },
    { name: 'Escrita', place: 'note' },
    { name: 'Estado', place: 'below' },
  ],
} as const satisfies ObjectKind
