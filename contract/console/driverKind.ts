import {
  choice,
  labelsOf,
  type ObjectKind,
  period,
  type States,
  text,
} from '#contract/console/objectKind.ts'
import { DECISIONS } from '#contract/console/proposals.ts'
import { ADMINISTRADOR, UBER } from '#contract/roles.ts'

const ALWAYS = ['adjust', 'account', ...DECISIONS, 'endSessions', 'resetFactor'] as const
/** The states of an account. */
export const ACCOUNT_STATES = {
  confirmed: ['Confirmada', 'good', [...ALWAYS, 'lock']],
  unconfirmed: ['Sin confirmar', 'warn', ALWAYS],
  locked: ['Bloqueada', 'bad', [...ALWAYS, 'unlock']],
  erased: ['Borrada', 'neutral'],
} as const satisfies States
export type AccountState = keyof typeof ACCOUNT_STATES

/**
 * A person with an account. The list has no operators, whose pages search and links open; the role 3 sees
 * the members of its programme.
 */
export const driverKind = {
  title: 'Conductores',
  path: '/drivers',
  roles: [ADMINISTRADOR, UBER],
  filters: {
    email: text('Correo'),
    state: choice('Cuenta', labelsOf(ACCOUNT_STATES)),
    programme: choice('Programa'),
    period: period('Registro'),
  },
} as const satisfies ObjectKind
