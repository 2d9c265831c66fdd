import type { OpenPage } from '#app/routeGuard.ts'

/** Navigates from login to a public page without the router, which is not loaded yet. */
export function goToPublicPage(page: OpenPage, search: Record<string, string>): void {
  location.hash = `${page}?${new URLSearchParams(search)}`
}
