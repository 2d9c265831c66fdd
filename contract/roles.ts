import * as z from 'zod/mini'

/** Role of the network's administrators: messages and reconciliation. Role codes are strings. */
export const ADMINISTRADOR = '1'
/** Role of customers: the drivers. */
export const USER = '2'
/** Role of the ride-hailing sponsor, who decides first on requests to its programmes. */
export const UBER = '3'
/** Role of the station network, who decides last on every request. */
export const PETROBRAS = '4'
/** Code of a role. */
export const RoleCode = z.enum([ADMINISTRADOR, USER, UBER, PETROBRAS])
export type RoleCode = z.infer<typeof RoleCode>

/** A role as the call `roles` answers it. */
export const Role = z.object({
  code: RoleCode,
  name: z.string(),
  description: z.string(),
  /** Routes of the app that the role opens; null and an empty list both mean none. */
  pages: z.nullable(z.array(z.string())),
})
export type Role = z.infer<typeof Role>
