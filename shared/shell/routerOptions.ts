import { PendingScreen } from '#shared/shell/PendingScreen.tsx'

/** Milliseconds for which the earlier screen stays drawn while the chunk of the next one loads. */
export const PENDING_MS = 500

export const ROUTER_OPTIONS = {
  defaultPreload: 'intent',
  // TanStack Query decides what is stale.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: PENDING_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingScreen,
  scrollRestoration: true,
  // Plain texts instead of JSON: an address that the server or a person wrote reads the same.
  parseSearch: (search: string) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Record<string, unknown>) => {
    const query = new URLSearchParams(search as Record<string, string>).toString()
    return query && `?${query}`
  },
} as const
