import type { ObjectKind } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** A business day that is compared with the gateway. */
export const dayKind = {
  title: 'Comparación',
  path: '/comparison',
  roles: [ADMINISTRADOR],
  filters: [],
  columns: [
    { name: 'Día', place: 'title' },
    { name: 'Pagos acá', place: 'detail' },
    { name: 'En la pasarela', place: 'detail' },
    { name: 'Comparado', place: 'note' },
    { name: 'Diferencias', place: 'below' },
  ],
} as const satisfies ObjectKind
