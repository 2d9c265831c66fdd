import { createRoot, hydrateRoot } from 'react-dom/client'
import { type App, AppContext } from '#app/context.ts'
import { apiBase, platform } from '#app/device/platform.ts'
import { sessionStorages, storage } from '#app/device/storage.ts'
import { whenIdle } from '#app/device/whenIdle.ts'
import { watchInstallPrompt } from '#app/features/install/installPrompt.ts'
import { takeEarlyAnswer } from '#app/firstScreen/takeEarlyAnswer.ts'
import { takePreloadedAnswer } from '#app/firstScreen/takePreloadedAnswer.ts'
import { mockMode } from '#app/mock/mockMode.ts'
import { loginAddress } from '#app/routeGuard.ts'
import type { AppRouter } from '#app/routes.tsx'
import Login from '#app/screens/login.tsx'
import { createAppSession } from '#app/session/session.ts'
import { refreshUser } from '#app/session/signIn.ts'
import { createApiClient } from '#kit/api/apiClient.ts'
import { createServerClock } from '#kit/api/serverClock.ts'
import { applyTheme, storedTheme } from '#kit/style/theme.ts'

const localStorage = storage('localStorage')
const session = createAppSession(sessionStorages())
const deviceNow = () => new Date()
const clock = createServerClock(deviceNow)
const call = createApiClient({
  base: apiBase(),
  platform: platform(),
  // Not the corrected clock: a correction between two readings would falsify the time elapsed.
  now: deviceNow,
  random: Math.random,
  cookies: () => document.cookie,
  referenceStorage: localStorage,
  caller: () => {
    const current = session.current()
    return { token: current?.userSessionToken ?? '', user: current?.user.email ?? '' }
  },
  onInvalidSession: session.expire,
  onSecondFactorDue: (token) =>
    session.update((stored) =>
      stored.userSessionToken === token && stored.secondFactor === 'shown'
        ? { ...stored, secondFactor: 'notShown' }
        : stored,
    ),
  onRenewedToken: session.renew,
  onServerDate: clock.syncWith,
  mock: mockMode(localStorage),
  earlyAnswer: (service, params) =>
    takeEarlyAnswer(service, params) ??
    takePreloadedAnswer(service, params, session.current()?.userSessionToken ?? '', deviceNow()),
})
const app: App = { session, call, clock, storage: localStorage }
const root = document.getElementById('root') as HTMLElement
// The styles of login are inline in the page: those of the other screens must not delay it.
const styles = import('#kit/style/tokens.css')
styles.catch(console.warn)
const loadApp = async () => {
  const [module] = await Promise.all([import('#app/App.tsx'), styles])
  return module
}

/** Milliseconds that a stored screen waits for the app's own, once the app's script runs. */
const STORED_SCREEN_MS = 2_000

watchInstallPrompt()
// Downloads nothing before the first screen is drawn. The development server builds no worker.
if (import.meta.env.PROD)
  whenIdle(() => {
    import('#app/firstScreen/registerWorker.ts')
      .then(({ registerWorker }) => registerWorker())
      .catch(console.warn)
  })
applyTheme(storedTheme())
// The inline script of index.html sets `data-first` when the first screen is not login.
if (document.documentElement.dataset.first) startApp().catch(showLoadError)
else startWithLogin()

async function startApp() {
  const { createApp } = await loadApp()
  const { router, tree, firstPaint } = createApp(app)
  if (document.documentElement.dataset.first === 'stored') await replaceStoredScreen(router)
  else root.replaceChildren()
  delete document.documentElement.dataset.first
  createRoot(root).render(tree)
  await firstPaint
  if (session.current()) void refreshUser(app)
}

/**
 * A stored screen stays drawn until the app's own is loaded: React replaces it in one frame, at the same
 * scroll position. A screen that takes long is rendered with its spinner, and so is another one that a
 * link of the stored screen leads to.
 */
async function replaceStoredScreen(router: AppRouter): Promise<void> {
  const route = location.hash
  await Promise.race([
    router.load(),
    new Promise<void>((resolve) => {
      setTimeout(resolve, STORED_SCREEN_MS)
      addEventListener('hashchange', () => resolve(), { once: true })
    }),
  ])
  if (location.hash !== route) return
  const { scrollX, scrollY } = window
  // After the router, which scrolls to where the screen was left, or to the top.
  const stop = router.subscribe('onRendered', () => {
    stop()
    scrollTo(scrollX, scrollY)
  })
}

/** Shows the message with a reload button that `boot/earlyLogin.ts` shows when this script does not load. */
function showLoadError(error: unknown) {
  console.warn(error)
  const message = document.getElementById('unreached')
  if (message) message.hidden = false
}

/**
 * Hydrates the login that the build prerendered, with what was typed into it. It needs neither
 * router nor queries: they are loaded when the user leaves login, or before in idle time.
 */
function startWithLogin() {
  history.replaceState(history.state, '', `#${loginAddress(location.hash.slice(1))}`)
  const login = (
    <AppContext value={app}>
      <Login />
    </AppContext>
  )
  const reactRoot = root.hasChildNodes() ? hydrateRoot(root, login) : createRoot(root)
  // The development server serves the page without prerendered markup.
  if (!root.hasChildNodes()) reactRoot.render(login)

  let started = false
  const leaveLogin = async () => {
    if (started) return
    started = true
    const { createApp } = await loadApp()
    const { router, tree } = createApp(app)
    // Login stays drawn until the next screen is loaded.
    await router.load()
    reactRoot.render(tree)
  }
  const leaveLoginOrReload = () => void leaveLogin().catch(() => location.reload())
  session.subscribe(leaveLoginOrReload)
  addEventListener('hashchange', leaveLoginOrReload)
  whenIdle(() => void Promise.allSettled([loadApp(), import('#app/screens/main.tsx')]))
}
