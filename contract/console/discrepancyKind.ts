import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import { DISCREPANCY_LABELS } from '#contract/entities/reconciliation.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** The states of a discrepancy, as the console names them. */
export const DISCREPANCY_STATES = {
  open: 'Sin mirar',
  taken: 'En curso',
  resolved: 'Resuelta',
} as const
export type DiscrepancyState = keyof typeof DISCREPANCY_STATES

/** A payment in which our books and the gateway's differ. */
export const discrepancyKind = {
  title: 'Diferencias',
  path: '/discrepancies',
  roles: [ADMINISTRADOR],
  filters: [
    { name: 'state', label: 'Estado', type: 'choice', options: choicesOf(DISCREPANCY_STATES) },
    { name: 'kind', label: 'Diferencia', type: 'choice', options: choicesOf(DISCREPANCY_LABELS) },
    { name: 'day', label: 'Día', type: 'day' },
  ],
  columns: [
    { name: 'Diferencia', place: 'title' },
    { name: 'Acá', place: 'detail' },
    { name: 'En la pasarela', place: 'detail' },
    { name: 'Día', place: 'note' },
    { name: 'Estado', place: 'below' },
  ],
} as const satisfies ObjectKind
