import type { OpenPage } from '#app/routeGuard.ts'

/** Goes to an open page from login, which is drawn before the router is there. */
export function goToPublicPage(page: OpenPage, search: Record<string, string>): void {
  location.hash = `${page}?${new URLSearchParams(search)}`
}
