import type { RoleCode } from '#contract/roles.ts'

/** The operator who decides: the author of drafts, and the roles that open a decision. */
export interface Approver {
  email: string
  roles: readonly RoleCode[]
}
