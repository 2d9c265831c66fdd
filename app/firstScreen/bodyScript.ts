import {
  firstScreen,
  hasEarlyCalls,
  requestedRoute,
  showLoadError,
} from '#app/firstScreen/firstScreenState.ts'
import { sendFirstQueries, sendLogin } from '#app/firstScreen/sendEarlyCalls.ts'
import { formText } from '#kit/form/formText.ts'

/**
 * The inline script behind the markup of the built page, which runs before the app's own script is loaded. It
 * sends a login that is submitted by then (docs/decisions/0005-first-screen.md), and preloads the chunks and
 * queries of the opened address. Every page load carries it, so it imports neither schemas nor React.
 */

/** The names of the files in `assets/`, and of each route the indices of those that it needs; '' is all routes. */
declare const ROUTE_CHUNKS: { files: string[]; routes: Record<string, number[]> }

/** screens/login.tsx submits the form again when it is hydrated, and then takes the answer. */
function sendSubmittedLogin(): void {
  const form = document.querySelector<HTMLFormElement>('#root form')
  if (firstScreen() !== 'submitted' || hasEarlyCalls() || !form) return
  const [user, password] = [formText(form, 'email').trim(), formText(form, 'password')]
  if (user === '' || password === '') return
  sendLogin(user, password)
  preloadChunks('/main')
}

/** Preloads the files of a route: the app's own script would request them only once it runs. */
function preloadChunks(route = requestedRoute() ?? '/main'): void {
  // A single read: the build replaces the name by its value each time.
  const { files, routes } = ROUTE_CHUNKS
  const links = [...(routes[''] ?? []), ...(routes[route] ?? [])].map((index) => {
    const file = files[index] ?? ''
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    link.as = file.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = ''
    link.href = `/assets/${file}`
    return link
  })
  document.head.append(...links)
}

if (firstScreen() === 'app') {
  // What the service worker has is here before an answer could be; other pages wait for the answer.
  const fromWorker = Boolean(navigator.serviceWorker?.controller)
  if (fromWorker) preloadChunks()
  sendFirstQueries(fromWorker)
  if (!fromWorker) preloadChunks()
} else {
  // A form that was submitted before this script ran, or is from now on.
  sendSubmittedLogin()
  addEventListener('submit', sendSubmittedLogin)
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
