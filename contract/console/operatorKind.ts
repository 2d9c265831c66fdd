import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** The roles that the console gives, by their code. */
export const OPERATOR_ROLES = {
  '1': 'Administra la red',
  '4': 'Red de estaciones',
  '3': 'Auspiciante',
} as const

/** A person that works at the network; by an email also one that does not, or has no account. */
export const operatorKind = {
  title: 'Personas y roles',
  path: '/people',
  roles: [ADMINISTRADOR],
  filters: [
    { name: 'email', label: 'Correo', type: 'text' },
    { name: 'role', label: 'Rol', type: 'choice', options: choicesOf(OPERATOR_ROLES) },
  ],
  columns: [
    { name: 'Nombre', place: 'title' },
    { name: 'Correo', place: 'detail' },
    { name: 'Rol', place: 'note' },
    { name: 'Último uso' },
    { name: 'Cuenta', place: 'below' },
  ],
} as const satisfies ObjectKind
