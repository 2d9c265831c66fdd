import { KIND_NAMES, kindOf, type OBJECT_KINDS } from '#contract/console/objectKinds.ts'
import { home } from '#contract/operator/home.ts'
import { monthReport } from '#contract/operator/monthReport.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'

interface Page {
  title: string
  roles: readonly RoleCode[]
}
type KindPath = (typeof OBJECT_KINDS)[keyof typeof OBJECT_KINDS]['path']
const kindPages = Object.fromEntries<Page>(
  KIND_NAMES.map((name) => [kindOf(name).path, kindOf(name)]),
) as Record<KindPath, Page>

/**
 * The pages of the console in the order of the menu, with the roles that open them; guard and menu
 * read this table. A page with one call has the roles of that call, a list those of its kind.
 */
export const PAGES = {
  '/home': { title: 'Inicio', roles: home.access },
  '/requests': { title: 'Solicitudes', roles: [UBER, PETROBRAS, ADMINISTRADOR] },
  '/reports': { title: 'Informes', roles: monthReport.access },
  ...kindPages,
  '/account': { title: 'Mi cuenta', roles: [UBER, PETROBRAS, ADMINISTRADOR] },
} as const satisfies Record<string, Page>
/** The heading of the menu under which a page is; none for the first and the last. */
export const GROUPS: Readonly<Record<ConsolePage, string>> = {
  '/home': '',
  '/requests': '',
  '/reports': '',
  '/payments': 'Cada día',
  '/debts': 'Cada día',
  '/drivers': 'Cada día',
  '/sales': 'Cada día',
  '/stations': 'Cada día',
  '/exceptions': 'Cada día',
  '/messages': 'Cada día',
  '/templates': 'Cada día',
  '/promotions': 'Puntos y promociones',
  '/rules': 'Puntos y promociones',
  '/rewards': 'Puntos y promociones',
  '/imports': 'Archivos y control',
  '/discrepancies': 'Archivos y control',
  '/comparison': 'Archivos y control',
  '/people': 'Sistema',
  '/jobs': 'Sistema',
  '/audit': 'Sistema',
  '/account': '',
}
/** The base of emailed links that lead to the console; by default they lead to the app. */
export const linkBase = (): string => new URL('/consola', location.href).href

export type ConsolePage = keyof typeof PAGES
export const CONSOLE_PAGES = Object.keys(PAGES) as ConsolePage[]

export const pagesOf = (roles: readonly RoleCode[]): ConsolePage[] =>
  CONSOLE_PAGES.filter((page) => PAGES[page].roles.some((role) => roles.includes(role)))
