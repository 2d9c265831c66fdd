import type { RoleCode } from '#contract/roles.ts'
import type { Scope } from '#db/core/stationScope.ts'

/** The operator that looks or acts, when, and the part of the network that they see. */
export interface Viewer extends Scope {
  personId: string
  roles: readonly RoleCode[]
  now: Date
}
