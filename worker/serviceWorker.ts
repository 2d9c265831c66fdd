import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { handlePushMessages } from '#worker/pushMessages.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * The service worker of the app (docs/decisions/0025-offline-and-updates.md). It serves the page
 * and what the build lists from its own copy, and everything else, calls above all, from the
 * network.
 */

/** The paths of the app's one page; other documents of this origin are the server's. */
const PAGE = /^\/(?:index\.html)?(?:\?|$)/

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [PAGE] }))
registerCachedAssets()
handlePushMessages()

self.addEventListener('activate', (event) => {
  // The page of the first visit, too, finds its chunks here after a deploy.
  event.waitUntil(Promise.all([self.clients.claim(), deleteCachedAssets()]))
})

// An update waits until the app finds a quiet moment (app/features/update).
self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if (data === 'activate') void self.skipWaiting()
})

/**
 * Assets that are too large to be downloaded before they are needed: the PDF library with its fonts,
 * the scanner's worker with its WebAssembly, and the map's streets. They are stored at their first use,
 * as are the pictures of promotions that operators uploaded.
 */
const CACHE = 'assets-at-first-use'

/** Serves assets that are not precached from this cache, or from the network and stores them. */
function registerCachedAssets(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/(?:assets|promotions)\//.test(url.pathname),
    async ({ request }) => {
      const cache = await caches.open(CACHE)
      const cached = await cache.match(request)
      if (cached) return cached
      const response = await fetch(request)
      if (response.ok) await cache.put(request, response.clone())
      return response
    },
  )
}

async function deleteCachedAssets(): Promise<void> {
  await caches.delete(CACHE)
}
