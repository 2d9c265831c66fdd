import { canAccess, firstPageOf, type OPEN_PAGES } from '#contract/pageAccess.ts'
import type { Role } from '#contract/roles.ts'
import { isPlainAddress, routeOf } from '#shared/shell/urls.ts'

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

export type GuardResult =
  /** The roles open the route. */
  | { kind: 'open' }
  /** No session: login opens, and then `returnUrl`. */
  | { kind: 'login'; returnUrl: string }
  /** The roles open other pages but not this one. */
  | { kind: 'redirect'; page: string }
  /** The roles open no page of the app: the user belongs in the console. */
  | { kind: 'console' }

/**
 * Decides on a route that needs a session.
 * @param roles the current user's; null without a session
 * @param url the requested route with its leading slash and its query
 */
export function guard(roles: readonly Role[] | null, url: string): GuardResult {
  if (!roles) return { kind: 'login', returnUrl: url }
  if (canAccess(roles, routeOf(url))) return { kind: 'open' }
  const page = firstPageOf(roles)
  return page ? { kind: 'redirect', page } : { kind: 'console' }
}

/** The address of login that returns to a route after signing in. */
export function loginAddress(url: string): string {
  if (routeOf(url) === '/login') return url
  const returnUrl = routeOf(url).length > 1 ? url : '/main'
  return `/login?${new URLSearchParams({ returnUrl })}`
}

/** The route after a login: `returnUrl` if the roles open it, otherwise their first page. */
export function routeAfterLogin(roles: readonly Role[], returnUrl: string | undefined): string {
  if (returnUrl && isGuardedPage(returnUrl) && canAccess(roles, routeOf(returnUrl)))
    return returnUrl
  return firstPageOf(roles) ?? '/main'
}

const isGuardedPage = (url: string) =>
  isPlainAddress(url) && (GUARDED_PAGES as readonly string[]).includes(routeOf(url))
