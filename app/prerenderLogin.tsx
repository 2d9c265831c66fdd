import { renderToString } from 'react-dom/server'
import { AppContext } from '#app/context.ts'
import { storage } from '#app/device/storage.ts'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import Login from '#app/screens/login.tsx'
import { createAppSession } from '#app/session/session.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { createServerClock } from '#kit/api/serverClock.ts'

/** Screens that two routes open, by the route that does not name their file. */
const SCREEN_OF: Record<string, string> = { '/faqAuth': '/faq', '/paymentScann': '/readScann' }

/** Each route with the file of its screen, without `app/screens` and the extension. */
export const screenFiles = [...OPEN_PAGES, ...GUARDED_PAGES].map(
  (route): [route: string, file: string] => [route, SCREEN_OF[route] ?? route],
)

/** The markup of login as main.tsx hydrates it. The build inserts it into index.html. */
export function prerenderLogin(): string {
  const memory = storage('localStorage')
  const app = {
    session: createAppSession({ tabStorage: memory }),
    call: () => Promise.reject(new Error('Prerendering sends no calls')),
    clock: createServerClock(() => new Date(0)),
    storage: memory,
  }
  return renderToString(
    <AppContext value={app}>
      <Login />
    </AppContext>,
  )
}
