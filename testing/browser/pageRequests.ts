import type { Page, Request } from 'playwright-core'

const unanswered = new WeakMap<Page, Set<Request>>()

/** Counts the requests of a page from now on. */
export function trackRequests(page: Page): void {
  const requests = new Set<Request>()
  unanswered.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** The requests of a tracked page that have no answer yet. */
export const unansweredRequests = (page: Page): number => unanswered.get(page)?.size ?? 0
