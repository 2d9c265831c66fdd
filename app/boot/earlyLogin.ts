import { deviceInfo, platform } from '#app/device/deviceInfo.ts'
import { storage } from '#app/device/storage.ts'
import { requestHeader } from '#contract/header.ts'
import type { login } from '#contract/user/login.ts'
import { post } from '#kit/api/apiClient.ts'
import { lastUpdate } from '#kit/api/referenceListCache.ts'

/** A login that left before the app was there. */
export interface Ahead {
  user: string
  password: string
  /** The answer's JSON, unread; a CallFailure when none came. */
  answer: Promise<unknown>
}

/** Files of the build by the address that needs them, those that all need under '': the build writes them here. */
declare const SOON: Record<string, string[]>

declare global {
  /** Left by `ahead.ts`, taken by `main.tsx`. */
  var loginAhead: Ahead | undefined
}

/**
 * The build puts this program into the page itself, where it runs before any other arrives: login
 * that a person sends by then leaves at once, and the app reads the answer when it is here. It must
 * stay small, so it knows the wire alone: no schema, no React.
 */
const root = document.documentElement
const LOGIN = { group: 'user', name: 'login' } as const satisfies Pick<
  typeof login,
  'group' | 'name'
>

function leave(event: SubmitEvent): void {
  if (event.defaultPrevented || root.dataset.login === 'here') return
  event.preventDefault()
  // screens/login.tsx sends it again by itself: what left already is answered there, not repeated.
  root.dataset.login = 'asked'
  const form = new FormData(event.target as HTMLFormElement)
  const [user, password] = [written(form, 'email').trim(), written(form, 'password')]
  if (user === '' || password === '' || globalThis.loginAhead) return
  const now = new Date()
  const shelf = storage('localStorage')
  const header = requestHeader({
    now,
    random: Math.random(),
    platform,
    user,
    lastUpdate: lastUpdate(shelf),
  })
  const body = JSON.stringify({
    requestHeader: { ...header, additionalData: deviceInfo() },
    user,
    password,
  })
  const answer = post({ base: '/api/', cookies: () => document.cookie }, LOGIN, body)
  // Whoever takes it hears of a failure; until then it is nobody's.
  answer.catch(() => undefined)
  globalThis.loginAhead = { user, password, answer }
}

function written(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Asks for what the opened address is made of, beside the app's own script: that would ask only when it is here. */
function fetchSoon(): void {
  const page = /^#(\/\w+)/.exec(location.hash)?.[1] ?? '/main'
  const soon = SOON
  for (const file of [...(soon[''] ?? []), ...(soon[page] ?? [])]) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    link.as = file.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }
}

/** A person who waits for the app's own script, and it will not come, is told and can have it asked for again. Others' scripts are none of ours. */
function tellUnreached({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
  const told = target.src.startsWith(`${location.origin}/`) && document.getElementById('unreached')
  if (told) told.hidden = false
}
addEventListener('error', tellUnreached, true)
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('#unreached button')) location.reload()
})

if (root.dataset.first) fetchSoon()
else addEventListener('submit', leave)
