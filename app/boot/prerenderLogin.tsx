import { renderToString } from 'react-dom/server'
import { AppContext } from '#app/context.ts'
import { storage } from '#app/device/storage.ts'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import Login from '#app/screens/login.tsx'
import { createAppSession } from '#app/session/session.ts'
import { createServerClock } from '#kit/api/serverClock.ts'

/** Routes that show login to a visitor without a session. */
export const loginRoutes = ['/login', ...GUARDED_PAGES]

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
