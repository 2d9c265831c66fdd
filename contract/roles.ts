import * as z from 'zod/mini'

/** Role codes travel and compare as strings. */
export const ADMINISTRADOR = '1'
export const USER = '2'
export const UBER = '3'
export const PETROBRAS = '4'
export const RoleCode = z.enum([ADMINISTRADOR, USER, UBER, PETROBRAS])
export type RoleCode = z.infer<typeof RoleCode>

/** A role as `roles` answers it; `pages` null or empty both mean: no page of the app. */
export const Role = z.object({
  code: RoleCode,
  name: z.string(),
  description: z.string(),
  pages: z.nullable(z.array(z.string())),
})
export type Role = z.infer<typeof Role>
