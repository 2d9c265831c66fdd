import { choice, type ObjectKind, text } from '#contract/console/objectKind.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** A station, with its terminals, shifts and sales. */
export const stationKind = {
  title: 'Estaciones',
  path: '/stations',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: {
    name: text('Nombre o código'),
    department: choice(
      'Departamento',
      Object.fromEntries(DEPARTMENTS.map(({ code, text }) => [code, text])),
    ),
  },
} as const satisfies ObjectKind
