import { firstPageOf, canAccess, type OPEN_PAGES } from '#contract/pageAccess.ts'
import type { Role } from '#contract/roles.ts'

/** Routes that need a session. `readScann` and `paymentScann` are one screen. */
export const GUARDED_PAGES = [
  '/listDrivers',
  '/payment',
  '/readScann',
  '/paymentScann',
  '/listPayment',
  '/map',
  '/movements',
  '/notification',
  '/promotion',
  '/editUser',
  '/loyalty',
  '/listLoyaltyMovements',
  '/listLoyalty',
  '/commnents',
  '/faqAuth',
  '/main',
] as const
export type GuardedPage = (typeof GUARDED_PAGES)[number]
export type OpenPage = (typeof OPEN_PAGES)[number]

/** What the guard says of a wanted route. */
export type GuardResult =
  /** Come in. */
  | { kind: 'open' }
  /** Nobody is signed in: to login, which leads back to `returnUrl`. */
  | { kind: 'login'; returnUrl: string }
  /** The person's roles open other pages, not this one. */
  | { kind: 'instead'; page: string }
  /** The person's roles open no page of the app: the console is theirs. */
  | { kind: 'console' }

/**
 * Decides on a route that needs a session.
 * @param roles the current user's; null when nobody is signed in
 * @param wanted the route with its query, from its slash on
 */
export function guard(roles: readonly Role[] | null, wanted: string): GuardResult {
  if (!roles) return { kind: 'login', returnUrl: wanted }
  if (canAccess(roles, pathOf(wanted))) return { kind: 'open' }
  const page = firstPageOf(roles)
  return page ? { kind: 'instead', page } : { kind: 'console' }
}

/** The login page's address that leads back to what was wanted. */
export function loginAddress(wanted: string): string {
  if (pathOf(wanted) === '/login') return wanted
  const returnUrl = pathOf(wanted).length > 1 ? wanted : '/main'
  return `/login?${new URLSearchParams({ returnUrl })}`
}

/** Where a login leads: back to `returnUrl` if it is a page of these roles, else to their first. */
export function landing(roles: readonly Role[], returnUrl: string | undefined): string {
  if (returnUrl && isOurs(returnUrl) && canAccess(roles, pathOf(returnUrl))) return returnUrl
  return firstPageOf(roles) ?? '/main'
}

/**
 * A route of ours that needs a session, spelt exactly: letters after one slash, then at most a
 * plain query. Anything that a browser might read as another address is not.
 */
function isOurs(url: string): boolean {
  const path = /^(\/[A-Za-z]+)(?:\?[\w.~%&=+-]*)?$/.exec(url)?.[1]
  return path !== undefined && (GUARDED_PAGES as readonly string[]).includes(path)
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
