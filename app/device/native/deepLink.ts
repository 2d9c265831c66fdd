import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { isPlainAddress, parseUrl, routeOf } from '#shared/shell/urls.ts'

const PAGES: readonly string[] = [...GUARDED_PAGES, ...OPEN_PAGES]

export interface LinkBases {
  /** Origin of the server: `https://surtidor.uy`. */
  server: string
  /** Scheme of the app, without the colon. */
  scheme: string
}

/**
 * The route that a link into the app opens, with its query. Links come from other apps and from web
 * pages: only a known route with a plain query is one.
 * @returns null for any other link
 */
export function routeOfLink(link: string, { server, scheme }: LinkBases): string | null {
  const url = parseUrl(link)
  if (!url || url.username !== '' || url.password !== '') return null
  const isWeb = url.origin === server && url.pathname === '/'
  if (!isWeb && url.protocol !== `${scheme}:`) return null
  const route = url.hash.slice(1)
  return isPlainAddress(route) && PAGES.includes(routeOf(route)) ? route : null
}
