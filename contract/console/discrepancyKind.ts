import {
  choice,
  labelsOf,
  type ObjectKind,
  period,
  type States,
} from '#contract/console/objectKind.ts'
import { DISCREPANCY_LABELS } from '#contract/entities/reconciliation.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** The states of a discrepancy. */
export const DISCREPANCY_STATES = {
  open: ['Sin mirar', 'bad', ['take', 'resolve']],
  taken: ['En curso', 'warn', ['take', 'resolve']],
  resolved: ['Resuelta', 'good', ['reopen']],
} as const satisfies States
export type DiscrepancyState = keyof typeof DISCREPANCY_STATES

/** A payment in which our books and the gateway's differ. */
export const discrepancyKind = {
  title: 'Diferencias',
  path: '/discrepancies',
  roles: [ADMINISTRADOR],
  filters: {
    state: choice('Estado', labelsOf(DISCREPANCY_STATES)),
    kind: choice('Diferencia', DISCREPANCY_LABELS),
    period: period('Período'),
  },
} as const satisfies ObjectKind
