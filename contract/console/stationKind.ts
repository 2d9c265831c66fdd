import type { ObjectKind } from '#contract/console/objectKind.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** A station, with its terminals, shifts and sales. */
export const stationKind = {
  title: 'Estaciones',
  path: '/stations',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: [
    { name: 'name', label: 'Nombre o código', type: 'text' },
    {
      name: 'department',
      label: 'Departamento',
      type: 'choice',
      options: DEPARTMENTS.map(({ code, text }) => ({ value: code, label: text })),
    },
  ],
  columns: [
    { name: 'Estación', place: 'title' },
    { name: 'Código', place: 'note' },
    { name: 'Departamento', place: 'detail' },
    { name: 'Cajas en uso' },
    { name: 'Última señal' },
    { name: 'Turnos que no suman' },
  ],
} as const satisfies ObjectKind
