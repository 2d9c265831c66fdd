import { choice, type ObjectKind, type States, text } from '#contract/console/objectKind.ts'
import { DECISIONS } from '#contract/console/proposals.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** The roles that the console gives, by their code. */
export const OPERATOR_ROLES = {
  '1': 'Administra la red',
  '4': 'Red de estaciones',
  '3': 'Auspiciante',
} as const

const ROLE_CHANGES = ['giveRole', 'takeRole', 'bindStations', 'giveCode'] as const
/** The states of an operator's account; `none` is an email without one. */
export const OPERATOR_STATES = {
  proposed: ['Espera una decisión', 'warn', [...DECISIONS, 'bindStations', 'giveCode']],
  locked: ['Bloqueada', 'bad', ROLE_CHANGES],
  confirmed: ['Confirmada', 'good', ROLE_CHANGES],
  unconfirmed: ['Sin confirmar', 'warn', ['invite']],
  none: ['Sin cuenta', 'neutral', ['invite']],
} as const satisfies States

/** A person that works at the network; by an email also one that does not, or has no account. */
export const operatorKind = {
  title: 'Personas y roles',
  path: '/people',
  roles: [ADMINISTRADOR],
  filters: {
    email: text('Correo'),
    role: choice('Rol', OPERATOR_ROLES),
  },
} as const satisfies ObjectKind
