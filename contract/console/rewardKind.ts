import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import type { RuleState } from '#contract/console/ruleKind.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** The states of a reward, which are those of an accrual rule, as the console names them. */
export const REWARD_STATES = {
  waits: 'Espera a otra persona',
  coming: 'Todavía no empezó',
  inForce: 'Vigente',
  ended: 'Terminado',
  rejected: 'Rechazado',
  withdrawn: 'Retirado',
} as const satisfies Record<RuleState, string>
export type RewardState = keyof typeof REWARD_STATES

/** What the members of a programme get for points, or what an operator proposes for that. */
export const rewardKind = {
  title: 'Premios',
  path: '/rewards',
  roles: [ADMINISTRADOR],
  filters: [
    { name: 'programme', label: 'Programa', type: 'choice' },
    { name: 'state', label: 'Estado', type: 'choice', options: choicesOf(REWARD_STATES) },
  ],
  columns: [
    { name: 'Premio', place: 'title' },
    { name: 'Programa', place: 'detail' },
    { name: 'Puntos', place: 'note' },
    { name: 'Desde' },
    { name: 'Hasta' },
    { name: 'Estado', place: 'below' },
  ],
} as const satisfies ObjectKind
