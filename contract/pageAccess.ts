import { ADMINISTRADOR, PETROBRAS, type Role, type RoleCode, UBER, USER } from '#contract/roles.ts'

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

/** Whether one of the roles lists the page, or the page is open. */
export function canAccess(roles: readonly Pick<Role, 'pages'>[], path: string): boolean {
  if ((OPEN_PAGES as readonly string[]).includes(path)) return true
  return roles.some((role) => role.pages?.includes(toListedPage(path)) ?? false)
}

/**
 * The page after sign-in: `/main` when one of the roles opens it, else the first page of a role.
 * @returns null when the roles open no page of the app: they work in the console
 */
export function firstPageOf(roles: readonly Pick<Role, 'pages'>[]): string | null {
  if (canAccess(roles, '/main')) return '/main'
  return roles.find((role) => role.pages?.length)?.pages?.[0] ?? null
}
