import { GUARDED_PAGES } from '#app/routeGuard.ts'
import type { CallContract } from '#contract/call.ts'
import type { ReceivedAnswer } from '#kit/api/apiClient.ts'

/*
 * The state of the page before React draws it. Only this module reads and writes it: the state in
 * `<html data-first>`, by which the styles of tools/build/prerenderPlugin.ts hide `#root`, and the calls
 * on `globalThis` that the inline script hands to the app's own script.
 */

/**
 * The state of the first screen.
 * - `login`: the prerendered login is shown, and the inline script sends its form.
 * - `submitted`: as `login`, after the form was submitted; the login screen submits it again.
 * - `app`: another screen; `#root` is hidden until the app draws it. The native shell starts with it,
 *   and goes on to `login` when its secure storage has no session.
 * - `drawn`: React has drawn the screen. Final.
 */
type FirstScreen = 'login' | 'submitted' | 'app' | 'drawn'

/** The state; the first reading decides it by the address and the stored session. */
export function firstScreen(): FirstScreen {
  const { dataset } = document.documentElement
  dataset.first ??= isLoginFirst() ? 'login' : 'app'
  return dataset.first as FirstScreen
}

export function setFirstScreen(state: FirstScreen): void {
  document.documentElement.dataset.first = state
}

/** Guarded routes, too, show login to a visitor without a session. */
function isLoginFirst(): boolean {
  const route = requestedRoute() ?? '/login'
  const showsLogin = route === '/login' || (GUARDED_PAGES as readonly string[]).includes(route)
  return showsLogin && storedSessionText() === null
}

export const requestedRoute = (): string | undefined => /^#(\/\w+)/.exec(location.hash)?.[1]

/** The unchecked entry of the browser's session. */
export function storedSessionText(): string | null {
  try {
    return sessionStorage.getItem('currentUser') ?? localStorage.getItem('currentUser')
  } catch {
    return null
  }
}

/** Shows the message with a reload button of index.html: a script of the app does not load. */
export function showLoadError(error: unknown): void {
  console.warn(error)
  const message = document.getElementById('unreached')
  if (message) message.hidden = false
}

/** A call that the inline script sent before the app's script was loaded. */
interface EarlyCall {
  /** The fields of the request as JSON. */
  fields: string
  /** Of the session; empty for `login`. */
  token: string
  sentAt: Date
  /** The unchecked answer; rejects with an ApiError of the inline script's own copy of the class. */
  answer: Promise<ReceivedAnswer>
}

declare global {
  /** By the name of their contract. */
  var earlyCalls: Map<string, EarlyCall> | undefined
}

export function addEarlyCall(name: string, call: EarlyCall): void {
  // The app reports the error when it takes the answer; until then it is not an unhandled rejection.
  call.answer.catch(() => undefined)
  const calls = (globalThis.earlyCalls ??= new Map<string, EarlyCall>())
  calls.set(name, call)
}

export const hasEarlyCalls = (): boolean => globalThis.earlyCalls !== undefined

/** Milliseconds after which an early answer is too old to be shown as new. */
const MAX_AGE = 30_000

/**
 * The early answer to a call, if it is the first of its name, in the same session and with the same
 * fields.
 * @returns undefined when there is none: the call is to be sent
 */
export function takeEarlyAnswer(
  { name }: Pick<CallContract, 'name'>,
  fields: object,
  token: string,
  now: Date,
): Promise<ReceivedAnswer> | undefined {
  const early = globalThis.earlyCalls?.get(name)
  globalThis.earlyCalls?.delete(name)
  if (early?.token !== token || early.fields !== JSON.stringify(fields)) return undefined
  // The answer to a login is a session, which does not age.
  const isFresh = token === '' || Math.abs(now.getTime() - early.sentAt.getTime()) < MAX_AGE
  return isFresh ? early.answer : undefined
}
