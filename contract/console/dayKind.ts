import type { ObjectKind } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** A business day that is compared with the gateway. */
export const dayKind = {
  title: 'Comparación',
  path: '/comparison',
  roles: [ADMINISTRADOR],
  filters: {},
} as const satisfies ObjectKind
