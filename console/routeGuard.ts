import { CONSOLE_PAGES, type ConsolePage, pagesOf } from '#console/pages.ts'
import type { Session } from '#console/session.ts'
import { isPlainAddress, routeOf } from '#shared/shell/urls.ts'

export type GuardResult =
  | { kind: 'open' }
  /** No session: login opens, and then `returnUrl`. */
  | { kind: 'login'; returnUrl: string }
  /** The session has not shown its second factor: the step that shows or enrols it opens. */
  | { kind: 'secondFactor' }
  /** The roles open other pages but not this one. */
  | { kind: 'redirect'; page: ConsolePage }
  /** The roles open no page of the console: the user belongs in the app. */
  | { kind: 'app' }

/** The page of an address: that of an object is its list. */
const pageOf = (url: string): string => /^\/[^/]*/.exec(routeOf(url))?.[0] ?? ''

type Guarded = Pick<Session, 'roles' | 'secondFactor'>

/** @param url the requested address inside the console, with its leading slash and its query */
export function guard(session: Guarded | null, url: string): GuardResult {
  if (!session) return { kind: 'login', returnUrl: url }
  const pages = pagesOf(session.roles)
  const [first] = pages
  if (!first) return { kind: 'app' }
  if (session.secondFactor !== 'shown') return { kind: 'secondFactor' }
  return pages.some((page) => page === pageOf(url))
    ? { kind: 'open' }
    : { kind: 'redirect', page: first }
}

/**
 * The page after a login: `returnUrl` if it is a page of the console, which the guard then checks.
 */
export function pageAfterLogin(returnUrl: string | undefined): string {
  const isPage =
    returnUrl !== undefined &&
    isPlainAddress(returnUrl) &&
    CONSOLE_PAGES.some((page) => page === pageOf(returnUrl))
  return isPage ? returnUrl : '/home'
}
