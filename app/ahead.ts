import { about, platform } from '#app/device/about.ts'
import { storage } from '#app/device/storage.ts'
import { requestHeader } from '#contract/header.ts'
import type { login } from '#contract/user/login.ts'
import { post } from '#kit/call.ts'
import { lastUpdate } from '#kit/updatedData.ts'

/** A login that left before the app was there. */
export interface Ahead {
  user: string
  password: string
  /** The answer's JSON, unread; a CallFailure when none came. */
  answer: Promise<unknown>
}

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
    requestHeader: { ...header, additionalData: about() },
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

if (!root.dataset.first) addEventListener('submit', leave)
