import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR, UBER } from '#contract/roles.ts'

/** The states of an account, as the console names them. */
export const ACCOUNT_LABELS = {
  confirmed: 'Confirmada',
  unconfirmed: 'Sin confirmar',
  locked: 'Bloqueada',
  erased: 'Borrada',
} as const
export type AccountState = keyof typeof ACCOUNT_LABELS

/**
 * A person with an account. The list has no operators, whose pages search and links open; the role 3 sees
 * the members of its programme.
 */
export const driverKind = {
  title: 'Conductores',
  path: '/drivers',
  roles: [ADMINISTRADOR, UBER],
  filters: [
    { name: 'email', label: 'Correo', type: 'text' },
    { name: 'state', label: 'Cuenta', type: 'choice', options: choicesOf(ACCOUNT_LABELS) },
    { name: 'day', label: 'Día del registro', type: 'day' },
  ],
  columns: [
    { name: 'Nombre', place: 'title' },
    { name: 'Correo', place: 'detail' },
    { name: 'Cédula', place: 'detail' },
    { name: 'Registro', place: 'note' },
    { name: 'Cuenta', place: 'below' },
  ],
} as const satisfies ObjectKind
