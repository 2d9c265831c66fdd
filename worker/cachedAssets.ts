import { registerRoute } from 'workbox-routing'

/**
 * Assets that are too large to be downloaded before they are needed: the PDF library with its fonts,
 * and the scanner's worker with its WebAssembly. They are stored at their first use.
 */
const CACHE = 'assets-at-first-use'

/** Serves assets that are not precached from this cache, or from the network and stores them. */
export function registerCachedAssets(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
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

/** Deletes the assets of the previous version. */
export async function deleteCachedAssets(): Promise<void> {
  await caches.delete(CACHE)
}
