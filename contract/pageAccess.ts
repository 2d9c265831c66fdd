import {
  ADMINISTRADOR,
  isRegular,
  PETROBRAS,
  type Role,
  type RoleCode,
  UBER,
  USER,
  urlRole,
} from '#contract/roles.ts'

/** Routes that need no session. */
export const OPEN_PAGES = [
  '/login',
  '/resetPwdWeb',
  '/register',
  '/resetPassword',
  '/confirmAddUser',
  '/confirmResetPassword',
  '/home',
  '/termandCondition',
  '/faq',
] as const

/** The customer's pages (docs/specification.md, "Page access by role"). */
const USER_PAGES = [
  '/map',
  '/movements',
  '/notification',
  '/promotion',
  '/editUser',
  '/loyalty',
  '/listLoyalty',
  '/listLoyaltyMovements',
  '/commnents',
  '/faqAuth',
  '/main',
  '/resetPwdWeb',
  '/payment',
  '/paymentScann',
  '/listPayment',
]

/** S8: the roles with their pages, one table for the app's guard, its menu and the call `roles`. */
export const ROLES: Record<RoleCode, Role> = {
  [ADMINISTRADOR]: {
    code: ADMINISTRADOR,
    name: 'Administrador',
    description: 'Administra la red',
    pages: [],
  },
  [USER]: { code: USER, name: 'User', description: 'Cliente', pages: USER_PAGES },
  [UBER]: { code: UBER, name: 'Uber', description: 'Auspiciante', pages: ['/listDrivers'] },
  [PETROBRAS]: {
    code: PETROBRAS,
    name: 'Petrobras',
    description: 'Red de estaciones',
    pages: null,
  },
}

/** The page table lists the route `readScann` under the name `paymentScann`. */
const toListedPage = (path: string) => (path === '/readScann' ? '/paymentScann' : path)

/** The pages of a role; a code that the page table does not know is authorised as another (`urlRole`). */
function pagesOf({ code, pages }: PagesOfRole): readonly string[] {
  const known: string = urlRole(code)
  return (known === code ? pages : ROLES[UBER].pages) ?? []
}
type PagesOfRole = Pick<Role, 'code' | 'pages'>

/** Whether one of the roles opens the page, or the page is open. */
export function canAccess(roles: readonly PagesOfRole[], path: string): boolean {
  if ((OPEN_PAGES as readonly string[]).includes(path)) return true
  return roles.some((role) => pagesOf(role).includes(toListedPage(path)))
}

/**
 * The page after sign-in: `/main` for a regular user, else the first page of a role.
 * @returns null when the roles open no page of the app: they work in the console
 */
export function firstPageOf(roles: readonly PagesOfRole[]): string | null {
  if (isRegular(roles)) return '/main'
  return roles.flatMap(pagesOf)[0] ?? null
}
