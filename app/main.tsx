import { createRoot, hydrateRoot } from 'react-dom/client'
import { type App, AppContext } from '#app/context.ts'
import { platform } from '#app/device/deviceInfo.ts'
import { whenIdle } from '#app/device/idle.ts'
import { onOtherTab, storage } from '#app/device/storage.ts'
import { loginAddress } from '#app/routeGuard.ts'
import { mockMode } from '#app/mock/mockMode.ts'
import Login from '#app/screens/login.tsx'
import { createSessionStore } from '#app/session/session.ts'
import { refreshUser } from '#app/session/signIn.ts'
import type { Service } from '#contract/service.ts'
import { login } from '#contract/user/login.ts'
import { createApiClient } from '#kit/api/apiClient.ts'
import { createServerClock } from '#kit/api/serverClock.ts'
import { storedTheme, applyTheme } from '#kit/style/theme.ts'

const local = storage('localStorage')
const session = createSessionStore({
  lasting: local,
  passing: storage('sessionStorage'),
  onOtherTab,
})
const device = () => new Date()
const clock = createServerClock(device)
const call = createApiClient({
  base: '/api/',
  platform,
  // What it measures must not jump when the clock is put right.
  now: device,
  random: Math.random,
  cookies: () => document.cookie,
  shelf: local,
  caller: () => {
    const held = session.current()
    return { token: held?.userSessionToken ?? '', user: held?.user.email ?? '' }
  },
  sessionOver: session.expire,
  serverDate: clock.hear,
  mock: mockMode(local),
  ahead: takeAhead,
})
const app: App = { session, call, clock, storage: local }
const place = document.getElementById('root') as HTMLElement
// Login has its styles in the page: those of everything else must not hold it back.
const styles = import('#kit/style/tokens.css')
styles.catch(console.warn)
const whole = async () => {
  const [program] = await Promise.all([import('#app/App.tsx'), styles])
  return program
}

applyTheme(storedTheme())
// index.html has decided, before anything was drawn, whether login is what will be shown.
if (document.documentElement.dataset.first === 'other') startWhole().catch(tellUnreached)
else startWithLogin()

/** What was sent while this script was on its way, if it is what the person still wants to send. */
function takeAhead(service: Service, params: object): Promise<unknown> | undefined {
  const left = globalThis.loginAhead
  if (service !== login || !left) return undefined
  globalThis.loginAhead = undefined
  const { user, password, ...more } = params as { user: string; password: string }
  const same = user === left.user && password === left.password && Object.keys(more).length === 0
  return same ? left.answer : undefined
}

async function startWhole() {
  const { createApp } = await whole()
  place.replaceChildren()
  delete document.documentElement.dataset.first
  createRoot(place).render(createApp(app).tree)
  if (session.current()) void refreshUser(app)
}

/** The page says so with a way to try again, as it does when this script does not come (ahead.ts). */
function tellUnreached(error: unknown) {
  console.warn(error)
  const told = document.getElementById('unreached')
  if (told) told.hidden = false
}

/**
 * Login stands drawn in the page since the build and needs neither routes nor answers: it is taken
 * over as it is, with what was typed in it, and the rest of the app comes when the person goes on.
 */
function startWithLogin() {
  history.replaceState(history.state, '', `#${loginAddress(location.hash.slice(1))}`)
  const tree = (
    <AppContext value={app}>
      <Login />
    </AppContext>
  )
  const root = place.hasChildNodes() ? hydrateRoot(place, tree) : createRoot(place)
  // The development server serves the page without it.
  if (!place.hasChildNodes()) root.render(tree)

  let gone = false
  const goOn = async () => {
    if (gone) return
    gone = true
    const { createApp } = await whole()
    const { router, tree } = createApp(app)
    // Login stays until the next screen can be drawn.
    await router.load()
    root.render(tree)
  }
  const goOnOrReload = () => void goOn().catch(() => location.reload())
  session.subscribe(goOnOrReload)
  addEventListener('hashchange', goOnOrReload)
  // Most people go on: what comes next arrives while they type.
  whenIdle(() => void Promise.allSettled([whole(), import('#app/screens/main.tsx')]))
}
