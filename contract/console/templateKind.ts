import { choice, labelsOf, type ObjectKind, type States } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** The states of a template. */
export const TEMPLATE_STATES = {
  used: ['En uso', 'good', ['change', 'remove']],
  removed: ['Quitada', 'neutral', ['restore']],
} as const satisfies States

/** A text with which an answer to a message can begin. */
export const templateKind = {
  title: 'Plantillas',
  path: '/templates',
  roles: [ADMINISTRADOR],
  filters: { state: choice('Estado', labelsOf(TEMPLATE_STATES)) },
} as const satisfies ObjectKind
