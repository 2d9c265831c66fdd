import { CONSOLE_PAGES, type ConsolePage, pagesOf } from '#console/pages.ts'
import type { Session } from '#console/session.ts'

/** What the guard says of a wanted page. */
export type GuardResult =
  /** Come in. */
  | { kind: 'open' }
  /** Nobody is signed in: to login, which leads back to `returnUrl`. */
  | { kind: 'login'; returnUrl: string }
  /** Signed in without a second factor: to the page that gives one. */
  | { kind: 'secondFactor' }
  /** The person's roles open other pages, not this one. */
  | { kind: 'instead'; page: ConsolePage }
  /** The person decides over nobody: the app is theirs. */
  | { kind: 'app' }

type Guarded = Pick<Session, 'roles' | 'secondFactor'>

/** @param wanted the address inside the console, from its slash on, with its query */
export function guard(session: Guarded | null, wanted: string): GuardResult {
  if (!session) return { kind: 'login', returnUrl: wanted }
  const pages = pagesOf(session.roles)
  const [first] = pages
  if (!first) return { kind: 'app' }
  if (!session.secondFactor) return { kind: 'secondFactor' }
  return pages.some((page) => page === pathOf(wanted))
    ? { kind: 'open' }
    : { kind: 'instead', page: first }
}

/** Where a login leads: back to `returnUrl` if it is a page of ours, which the guard then judges. */
export function landing(returnUrl: string | undefined): string {
  const plain = returnUrl !== undefined && /^\/[A-Za-z]+(?:\?[\w.~%&=+-]*)?$/.test(returnUrl)
  const known = plain && CONSOLE_PAGES.some((page) => page === pathOf(returnUrl))
  return known ? returnUrl : '/requests'
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
