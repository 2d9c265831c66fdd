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

/** S8: every role with its pages, the one table of the guard, the menu and the server's `roles`. */
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

/** The page table governs `readScann` under the name `paymentScann`. */
const governedBy = (path: string) => (path === '/readScann' ? '/paymentScann' : path)

/** Whether any of the roles lists the page; open pages are everybody's. */
export function canOpen(roles: readonly Pick<Role, 'pages'>[], path: string): boolean {
  if ((OPEN_PAGES as readonly string[]).includes(path)) return true
  return roles.some((role) => role.pages?.includes(governedBy(path)) ?? false)
}

/**
 * Where a person lands: `/main` when a role opens it, else the role's own first page.
 * @returns null for people whose roles open no page of the app (the console is theirs)
 */
export function firstPageOf(roles: readonly Pick<Role, 'pages'>[]): string | null {
  if (canOpen(roles, '/main')) return '/main'
  return roles.find((role) => role.pages?.length)?.pages?.[0] ?? null
}
