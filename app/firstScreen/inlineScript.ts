import {
  firstScreen,
  hasEarlyCalls,
  requestedRoute,
  setFirstScreen,
  showLoadError,
} from '#app/firstScreen/firstScreenState.ts'
import { sendFirstQueries, sendLogin } from '#app/firstScreen/sendEarlyCalls.ts'
import { formText } from '#kit/form/formText.ts'
import { applyTheme, storedTheme } from '#kit/style/theme.ts'

/**
 * The inline script of the built page, which runs before the first paint and before the app's own
 * script is loaded. It chooses theme and first screen, sends a login that is submitted by then
 * (docs/decisions/0005-first-screen.md), and preloads the chunks and queries of the opened address.
 * Every page load carries it, so it imports neither schemas nor React.
 */

/** The chunks that each route needs, those of all routes under ''. The build defines it. */
declare const ROUTE_CHUNKS: Record<string, string[]>

/** screens/login.tsx submits the form again when it is hydrated, and then takes the answer. */
function catchLogin(event: SubmitEvent): void {
  if (event.defaultPrevented || firstScreen() === 'drawn') return
  event.preventDefault()
  setFirstScreen('submitted')
  const form = event.target as HTMLFormElement
  const [user, password] = [formText(form, 'email').trim(), formText(form, 'password')]
  if (user === '' || password === '' || hasEarlyCalls()) return
  sendLogin(user, password)
  preloadChunks('/main')
}

/** Preloads the files of a route: the app's own script would request them only once it runs. */
function preloadChunks(route = requestedRoute() ?? '/main'): void {
  // A single read: the build replaces the name by its value each time.
  const chunks = ROUTE_CHUNKS
  for (const file of [...(chunks[''] ?? []), ...(chunks[route] ?? [])]) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    link.as = file.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }
}

applyTheme(storedTheme())
if (firstScreen() === 'login') addEventListener('submit', catchLogin)
else {
  // What the service worker has is here before an answer could be; other pages wait for the answer.
  const fromWorker = Boolean(navigator.serviceWorker?.controller)
  if (fromWorker) preloadChunks()
  sendFirstQueries(fromWorker)
  if (!fromWorker) preloadChunks()
}

addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    if (target.src.startsWith(`${location.origin}/`)) showLoadError(`${target.src} did not load`)
  },
  true,
)
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('#unreached button')) location.reload()
})
