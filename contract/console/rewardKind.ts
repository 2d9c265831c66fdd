import { choice, labelsOf, type ObjectKind, type States } from '#contract/console/objectKind.ts'
import { DECISIONS } from '#contract/console/proposals.ts'
import type { RuleState } from '#contract/console/ruleKind.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** The states of a reward, which are those of an accrual rule. */
export const REWARD_STATES = {
  waiting: ['Espera a otra persona', 'warn', DECISIONS],
  coming: ['Todavía no empezó', 'brand', ['end']],
  inForce: ['Vigente', 'good', ['end']],
  ended: ['Terminado', 'neutral'],
  rejected: ['Rechazado', 'bad'],
  withdrawn: ['Retirado', 'neutral'],
} as const satisfies States<RuleState>
export type RewardState = keyof typeof REWARD_STATES

/** What the members of a programme get for points, or what an operator proposes for that. */
export const rewardKind = {
  title: 'Premios',
  path: '/rewards',
  roles: [ADMINISTRADOR],
  filters: {
    programme: choice('Programa'),
    state: choice('Estado', labelsOf(REWARD_STATES)),
  },
} as const satisfies ObjectKind
