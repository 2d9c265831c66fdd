import { deviceInfo } from '#app/device/deviceInfo.ts'
import { apiBase, platform } from '#app/device/platform.ts'
import { storage } from '#app/device/storage.ts'
import { drawStoredScreen } from '#app/firstScreen/drawStoredScreen.ts'
import { preloadData, storedSession } from '#app/firstScreen/preloadData.ts'
import type { EarlyLogin } from '#app/firstScreen/takeEarlyAnswer.ts'
import { requestHeader } from '#contract/header.ts'
import type { login } from '#contract/user/login.ts'
import { post } from '#kit/api/apiClient.ts'
import { lastUpdate } from '#kit/api/referenceListCache.ts'
import { formText } from '#kit/form/formText.ts'

/**
 * The inline script of the built page, which runs before the app's own script is loaded. It sends a
 * login that is submitted by then (decision 0045) and preloads the chunks and queries of the opened address.
 * Every page load carries it, so it imports neither schemas nor React.
 */

/** The chunks that each route needs, those of all routes under ''. The build defines it. */
declare const ROUTE_CHUNKS: Record<string, string[]>

const root = document.documentElement
const LOGIN = { group: 'user', name: 'login' } as const satisfies Pick<
  typeof login,
  'group' | 'name'
>

function sendLogin(event: SubmitEvent): void {
  if (event.defaultPrevented || root.dataset.login === 'ready') return
  event.preventDefault()
  // screens/login.tsx submits the form again when it is hydrated, and then takes this answer.
  root.dataset.login = 'submitted'
  const form = event.target as HTMLFormElement
  const [user, password] = [formText(form, 'email').trim(), formText(form, 'password')]
  if (user === '' || password === '' || globalThis.earlyLogin) return
  const header = requestHeader({
    now: new Date(),
    random: Math.random(),
    platform: platform(),
    user,
    lastUpdate: lastUpdate(storage('localStorage')),
  })
  const body = JSON.stringify({
    requestHeader: { ...header, additionalData: deviceInfo() },
    user,
    password,
  })
  const answer = post({ base: apiBase(), cookies: () => document.cookie }, LOGIN, body)
  // The app reports the error when it takes the answer; until then it is not an unhandled rejection.
  answer.catch(() => undefined)
  globalThis.earlyLogin = { user, password, answer } satisfies EarlyLogin
}

/** The chunks and style sheets that the opened address needs. */
function firstFiles(): string[] {
  const route = /^#(\/\w+)/.exec(location.hash)?.[1] ?? '/main'
  // A single read: the build replaces the name by its value each time.
  const chunks = ROUTE_CHUNKS
  return [...(chunks[''] ?? []), ...(chunks[route] ?? [])]
}

/** Preloads the files of the opened address: the app's own script would request them only once it runs. */
function preloadChunks(): void {
  for (const file of firstFiles()) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    link.as = file.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }
}

/** Shows a message with a reload button when a module script of this origin does not load. */
function showLoadError({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
  const ours = target.src.startsWith(`${location.origin}/`)
  const message = ours && document.getElementById('unreached')
  if (message) message.hidden = false
}
addEventListener('error', showLoadError, true)
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('#unreached button')) location.reload()
})

if (root.dataset.first) {
  // What the service worker has is here before an answer could be; other pages wait for the answer.
  const fromWorker = Boolean(navigator.serviceWorker?.controller)
  const session = storedSession()
  if (session)
    drawStoredScreen(
      session,
      firstFiles()
        .filter((file) => file.endsWith('.css'))
        .map((file) => `/${file}`),
    )
  if (fromWorker) preloadChunks()
  preloadData(fromWorker)
  if (!fromWorker) preloadChunks()
} else addEventListener('submit', sendLogin)
