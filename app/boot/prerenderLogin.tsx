import { renderToString } from 'react-dom/server'
import { AppContext } from '#app/context.ts'
import { storage } from '#app/device/storage.ts'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import Login from '#app/screens/login.tsx'
import { createSessionStore } from '#app/session/session.ts'
import { createServerClock } from '#kit/api/serverClock.ts'

/** Addresses that show login to who is not signed in. */
export const firstPages = ['/login', ...GUARDED_PAGES]

/** Login as main.tsx draws it, for the build to put into the page. */
export function firstPage(): string {
  const nowhere = storage('localStorage')
  const app = {
    session: createSessionStore({
      lasting: nowhere,
      passing: nowhere,
      onOtherTab: () => undefined,
    }),
    call: () => Promise.reject(new Error('Nothing is called while the page is being built')),
    clock: createServerClock(() => new Date(0)),
    storage: nowhere,
  }
  return renderToString(
    <AppContext value={app}>
      <Login />
    </AppContext>,
  )
}
