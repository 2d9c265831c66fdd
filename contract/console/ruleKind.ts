import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import type { AccrualRule } from '#contract/entities/accrualRule.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/**
 * The states of an accrual rule as the console names them. It `waits` for a second operator until it is in
 * force or `rejected`; its proposer may have `withdrawn` it.
 */
export const RULE_STATES = {
  waits: 'Espera a otra persona',
  coming: 'Todavía no empezó',
  inForce: 'Vigente',
  ended: 'Terminada',
  rejected: 'Rechazada',
  withdrawn: 'Retirada',
} as const
export type RuleState = keyof typeof RULE_STATES

/** What a rule, or all of them, gave (before) and would have given (after). */
interface Tally {
  pointsBefore: number
  pointsAfter: number
  /** Sales and members in which it counts: of a rule those that it gave points, of all those whose points change. */
  sales: number
  members: number
}
/** What past sales gave, and would have given with some more rules. */
export interface Simulation extends Tally {
  /** The proposed rules in their order, then the stored ones that gave points. */
  rules: (Tally & { rule: Omit<AccrualRule, 'validFrom' | 'validUntil'>; proposed: boolean })[]
  /** Sales of members in the period. */
  examined: number
}

/** An accrual rule, or a proposed one. */
export const ruleKind = {
  title: 'Reglas de puntos',
  path: '/rules',
  roles: [ADMINISTRADOR],
  filters: [{ name: 'state', label: 'Estado', type: 'choice', options: choicesOf(RULE_STATES) }],
  columns: [
    { name: 'Da', place: 'title' },
    { name: 'Programa', place: 'note' },
    { name: 'Cuándo', place: 'detail' },
    { name: 'Desde', place: 'detail' },
    { name: 'Hasta' },
    { name: 'Estado', place: 'below' },
  ],
} as const satisfies ObjectKind
