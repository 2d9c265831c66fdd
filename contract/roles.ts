import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** Role of the network's administrators: messages and reconciliation. Role codes are strings. */
export const ADMINISTRADOR = '1'
/** Role of customers: the drivers. */
export const USER = '2'
/** Role of the ride-hailing sponsor, who decides first on requests to its programmes. */
export const UBER = '3'
/** Role of the station network, who decides last on every request. */
export const PETROBRAS = '4'
/** Code of a role: `1` administrator, `2` customer, `3` sponsor, `4` station network. */
export const RoleCode = z.enum([ADMINISTRADOR, USER, UBER, PETROBRAS])
export type RoleCode = z.infer<typeof RoleCode>

/** Whether a user is a customer: one of the roles has code 2. */
export const isRegular = (roles: readonly Pick<Role, 'code'>[]): boolean =>
  roles.some(({ code }) => code === USER)

/**
 * The ride-hailing check: one of the roles has another code than 2. It is true for every operator,
 * of the sponsor, of the network and of the administration.
 */
export const isRideHailing = (roles: readonly Pick<Role, 'code'>[]): boolean =>
  roles.some(({ code }) => code !== USER)

/**
 * The role by which a URL is authorised: codes below 5 stand for themselves, every other code for 3.
 * @param code as the wire has it: a future role's code too
 */
export const urlRole = (code: string): string => (Number(code) < 5 ? code : UBER)

/** A role as the call `roles` answers it. */
export const Role = lazyObject(() => ({
  /** Code of the role: `1` administrator, `2` customer, `3` sponsor, `4` station network. */
  code: RoleCode,
  name: z.string(),
  /** What the role is, in Spanish. */
  description: z.string(),
  /** Routes of the app that the role opens; null and an empty list both mean none. */
  pages: z.nullable(z.array(z.string())),
}))
export type Role = z.infer<typeof Role>
