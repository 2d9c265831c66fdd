import { contactMessages } from '#contract/operator/contactMessages.ts'
import { gatewayReport } from '#contract/operator/gatewayReport.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'

/**
 * The pages of the console in the order of the menu, with the roles that open them; guard and menu
 * read this table. A page with one call has the roles of that call.
 */
export const PAGES = {
  '/requests': { title: 'Solicitudes', roles: [UBER, PETROBRAS, ADMINISTRADOR] },
  '/messages': { title: 'Mensajes', roles: contactMessages.access },
  '/comparison': { title: 'Comparación', roles: gatewayReport.access },
  '/account': { title: 'Mi cuenta', roles: [UBER, PETROBRAS, ADMINISTRADOR] },
} as const satisfies Record<string, { title: string; roles: readonly RoleCode[] }>
/** The base of emailed links that lead to the console; by default they lead to the app. */
export const linkBase = (): string => new URL('/consola', location.href).href

export type ConsolePage = keyof typeof PAGES
export const CONSOLE_PAGES = Object.keys(PAGES) as ConsolePage[]

export const pagesOf = (roles: readonly RoleCode[]): ConsolePage[] =>
  CONSOLE_PAGES.filter((page) => PAGES[page].roles.some((role) => roles.includes(role)))
