import { choice, labelsOf, type ObjectKind, type States } from '#contract/console/objectKind.ts'
import { DECISIONS } from '#contract/console/proposals.ts'
import type { AccrualRule } from '#contract/entities/accrualRule.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/**
 * The states of an accrual rule. It is `waiting` for another operator until it is in force or
 * `rejected`; its proposer may have `withdrawn` it.
 */
export const RULE_STATES = {
  waiting: ['Espera a otra persona', 'warn', DECISIONS],
  coming: ['Todavía no empezó', 'brand', ['end', 'change']],
  inForce: ['Vigente', 'good', ['end', 'change']],
  ended: ['Terminada', 'neutral'],
  rejected: ['Rechazada', 'bad'],
  withdrawn: ['Retirada', 'neutral'],
} as const satisfies States
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
  filters: { state: choice('Estado', labelsOf(RULE_STATES)) },
} as const satisfies ObjectKind
