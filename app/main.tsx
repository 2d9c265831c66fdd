import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { type App, AppContext } from '#app/context.ts'
import { apiBase, platform } from '#app/device/platform.ts'
import { sessionStorages, storage } from '#app/device/storage.ts'
import { watchInstallPrompt } from '#app/features/install/installPrompt.ts'
import {
  firstScreen,
  setFirstScreen,
  showLoadError,
  takeEarlyAnswer,
} from '#app/firstScreen/firstScreenState.ts'
import { mockMode } from '#app/mock/mockMode.ts'
import { loginAddress } from '#app/routeGuard.ts'
import Login from '#app/screens/login.tsx'
import { createAppSession } from '#app/session/session.ts'
import { refreshUser } from '#app/session/signIn.ts'
import { createApiClient } from '#kit/api/apiClient.ts'
import { createServerClock } from '#kit/api/serverClock.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { applyTheme, storedTheme } from '#kit/style/theme.ts'

const localStorage = storage('localStorage')
const session = createAppSession({
  ...sessionStorages(),
  onStorageFull: () => {
    import('#shared/shell/warnOfFullStorage.ts')
      .then(({ warnOfFullStorage }) => warnOfFullStorage())
      .catch(console.warn)
  },
})
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
  onSecondFactorDue: session.factorDue,
  onRenewedToken: session.renew,
  onServerDate: clock.syncWith,
  mock: mockMode(localStorage),
  earlyAnswer: (contract, params) =>
    takeEarlyAnswer(contract, params, session.current()?.userSessionToken ?? '', deviceNow()),
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

watchInstallPrompt()
// Downloads nothing before the first screen is drawn. The development server builds no worker.
if (import.meta.env.PROD)
  whenIdle(() => {
    import('#app/features/update/appUpdate.ts')
      .then(({ registerWorker }) => registerWorker(app))
      .catch(console.warn)
  })
whenIdle(() => {
  import('#app/offline/answerStorage.ts')
    .then(({ removeOldAnswers }) =>
      removeOldAnswers([localStorage, storage('sessionStorage')], clock.now()),
    )
    .catch(console.warn)
})
applyTheme(storedTheme())
// The two ways to start. The development server has no prerendered login: it starts with the app.
if (firstScreen() !== 'app' && root.hasChildNodes()) startWithLogin()
else startWithApp().catch(showLoadError)

/** Draws the opened screen in place of the hidden login. */
async function startWithApp() {
  const { createApp } = await loadApp()
  const { load, tree, firstPaint } = createApp(app)
  await load()
  root.replaceChildren()
  setFirstScreen('drawn')
  // A transition is rendered in slices, between which a tap is handled.
  startTransition(() => createRoot(root).render(tree))
  await firstPaint
  if (session.current()) void refreshUser(app)
}

/**
 * Hydrates the login that the build prerendered, with what was typed into it. It needs neither
 * router nor queries: they are loaded when the user leaves login, or before in idle time.
 */
function startWithLogin() {
  history.replaceState(history.state, '', `#${loginAddress(location.hash.slice(1))}`)
  const reactRoot = hydrateRoot(
    root,
    <AppContext value={app}>
      <Login />
    </AppContext>,
  )
  let started = false
  const leaveLogin = async () => {
    if (started) return
    started = true
    const { createApp } = await loadApp()
    const { load, tree } = createApp(app)
    // Login stays drawn until the next screen is loaded, or its skeleton due.
    await load()
    startTransition(() => reactRoot.render(tree))
  }
  const leaveLoginOrReload = () => void leaveLogin().catch(() => location.reload())
  session.subscribe(leaveLoginOrReload)
  addEventListener('hashchange', leaveLoginOrReload)
  const preload = () => void Promise.allSettled([loadApp(), import('#app/screens/main.tsx')])
  whenIdle(preload)
  // On a slow network a tap comes before the idle time: home loads beside the login call, not after it.
  addEventListener('submit', preload)
}
