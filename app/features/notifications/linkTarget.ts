import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { canAccess, OPEN_PAGES } from '#contract/pageAccess.ts'
import type { Role } from '#contract/roles.ts'
import { isPlainAddress, parseUrl, routeOf } from '#shared/shell/urls.ts'

/** The hosts that a notification may lead to, without their subdomains. */
const EXTERNAL_HOSTS: readonly string[] = [
  'surtidor.uy',
  'www.surtidor.uy',
  'www.gub.uy',
  'www.impo.com.uy',
]

/** Where a link of a notification leads: a page of the app, or another site. */
export type LinkTarget =
  | { kind: 'page'; to: string; search: Record<string, string> }
  | { kind: 'site'; href: string; host: string }

/**
 * Reads a link of a notification. Pages are written as in the address bar: `/#/movements`.
 * @returns null for a page that the roles do not open, and for every address that is not https to
 * one of the listed hosts
 */
export function linkTarget(url: string, roles: readonly Role[]): LinkTarget | null {
  const route = /^\/?#(\/.*)$/.exec(url)?.[1]
  return route === undefined ? siteOf(url) : pageOf(route, roles)
}

function pageOf(route: string, roles: readonly Role[]): LinkTarget | null {
  const to = routeOf(route)
  const known = ([...GUARDED_PAGES, ...OPEN_PAGES] as string[]).includes(to)
  if (!known || !isPlainAddress(route) || !canAccess(roles, to)) return null
  const query = new URLSearchParams(route.slice(to.length))
  return { kind: 'page', to, search: Object.fromEntries(query) }
}

function siteOf(text: string): LinkTarget | null {
  const url = parseUrl(text)
  if (!url || !text.startsWith('https://')) return null
  const { protocol, hostname, port, username, password, href } = url
  const plain = protocol === 'https:' && port === '' && username === '' && password === ''
  if (!plain || !EXTERNAL_HOSTS.includes(hostname)) return null
  return { kind: 'site', href, host: hostname }
}
