import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { type App, useApp } from '#app/context.ts'
import { onOtherTab } from '#app/device/storage.ts'
import { ownStorage } from '#app/session/session.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { toApiError } from '#kit/api/apiError.ts'
import type { PersonalStorage } from '#kit/browser/perUserStorage.ts'

/** Fields of a call that a person filled in, kept on the device until the server has them. */
export interface PendingCall<Fields extends object> {
  /**
   * `waiting`: the server does not have it. `unknown`: it was sent, and no answer came.
   * `refused`: the server will not take it as it is.
   */
  state: 'waiting' | 'unknown' | 'refused'
  /** One word: a call that carries it is stored once. */
  id: string
  fields: Fields
  sentence: string
}

/** A kind of call that waits; one of each kind waits at a time. */
export interface Kind<Fields extends object> {
  /** The name of the entry, and of the lock between tabs. */
  name: string
  schema: z.ZodMiniType<Fields>
  /** Sends it; a second time it changes nothing. */
  send: (call: App['call'], fields: Fields, id: string) => Promise<unknown>
  /** The names of the calls whose answers it changes. */
  changes: readonly string[]
}

type Sender = Pick<App, 'session' | 'call'>

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Notifies when a call is stored or removed, here or in another tab. @returns the function that unsubscribes */
function onPendingCall(listener: () => void): () => void {
  if (listeners.size === 0) onOtherTab(notify)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The entry of the current person's call; null without one. */
export const pendingText = ({ name }: { name: string }, session: App['session']): string | null =>
  ownStorage(session)?.read(name) ?? null

/** An entry of another version of the app is none. */
export function parsePending<F extends object>(
  { schema }: Pick<Kind<F>, 'schema'>,
  text: string | null,
): PendingCall<F> | null {
  try {
    const { fields, ...entry } = Entry.parse(JSON.parse(text ?? ''))
    return { ...entry, fields: schema.parse(fields) }
  } catch {
    return null
  }
}
const Entry = lazyObject(() => ({
  id: z.string(),
  fields: z.unknown(),
  state: z.enum(['waiting', 'unknown', 'refused']),
  sentence: z.string(),
}))

const pendingOf = <F extends object>(kind: Kind<F>, session: App['session']) =>
  parsePending(kind, pendingText(kind, session))

function store(kind: { name: string }, own: PersonalStorage, entry: PendingCall<object>): void {
  own.write(kind.name, JSON.stringify(entry))
  notify()
}

/** Changes or removes the entry, unless it is gone: corrected, discarded, or its owner signed out. */
function change<F extends object>(
  kind: Kind<F>,
  own: PersonalStorage,
  id: string,
  fields: Partial<PendingCall<F>> | null,
): void {
  const entry = parsePending(kind, own.read(kind.name))
  if (entry?.id !== id) return
  if (fields) return store(kind, own, { ...entry, ...fields })
  own.remove(kind.name)
  notify()
}

/** Runs a task while no other tab runs one. A page without https has no locks: there the server alone stores a message once. */
async function exclusively<T>(
  { name }: { name: string },
  task: (isAlone: boolean) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  if (!('locks' in navigator)) return await task(true)
  return await navigator.locks.request(name, options, (lock) => task(lock !== null))
}

/** @throws ApiError when the server refuses it, which stays with the reason */
async function send<F extends object>(
  kind: Kind<F>,
  { session, call }: Sender,
): Promise<'sent' | 'waiting'> {
  const own = ownStorage(session)
  const entry = pendingOf(kind, session)
  if (!own || !entry || entry.state === 'refused' || !navigator.onLine) return 'waiting'
  const { id, fields, state } = entry
  // Before it is sent: from now on it may have arrived.
  change(kind, own, id, { state: 'unknown' })
  try {
    await kind.send(call, fields, id)
    change(kind, own, id, null)
    return 'sent'
  } catch (thrown) {
    const error = toApiError(thrown)
    if (error.outcomeUnknown) return 'waiting'
    const isLater = error.code === INVALID_SESSION || error.code === '429'
    // An earlier try without an answer may have arrived all the same.
    change(kind, own, id, isLater ? { state } : { state: 'refused', sentence: error.message })
    if (error.code === INVALID_SESSION) return 'waiting'
    throw error
  }
}

/**
 * Stores a call and tries to send it.
 * @returns `busy`: an earlier one of its kind waits, and this one is not stored
 * @throws ApiError when the server refuses it; it is not stored then
 */
export const submitPending = <F extends object>(
  kind: Kind<F>,
  sender: Sender,
  fields: F,
): Promise<'sent' | 'waiting' | 'busy'> =>
  exclusively(kind, async () => {
    const own = ownStorage(sender.session)
    if (!own || pendingOf(kind, sender.session)) return 'busy'
    // One word that begins with a letter: the server refuses digits in groups that pass as a card number.
    const id = `m${crypto.getRandomValues(new Uint32Array(4)).join('')}`
    store(kind, own, { id, fields, state: 'waiting', sentence: '' })
    try {
      return await send(kind, sender)
    } catch (error) {
      // The form still shows it.
      change(kind, own, id, null)
      throw error
    }
  })

/** Sends the call that waits. @returns whether it is to be sent again later */
export const sendPending = <F extends object>(kind: Kind<F>, sender: Sender): Promise<boolean> =>
  exclusively(kind, async () => {
    await send(kind, sender).catch(toApiError)
    const state = pendingOf(kind, sender.session)?.state ?? 'refused'
    return state !== 'refused'
  })

/**
 * Takes the call out to be written anew, with an id of its own.
 * @returns null when the server may have it already, or it is gone
 */
export const takePending = <F extends object>(kind: Kind<F>, session: App['session']) =>
  exclusively(
    kind,
    async (isAlone) => {
      const [own, entry] = [ownStorage(session), pendingOf(kind, session)]
      if (!isAlone || !own || !entry || entry.state === 'unknown') return null
      change(kind, own, entry.id, null)
      return entry.fields
    },
    { ifAvailable: true },
  )

export function discardPending<F extends object>(
  kind: Kind<F>,
  session: App['session'],
  id: string,
): void {
  const own = ownStorage(session)
  if (own) change(kind, own, id, null)
}

/** Milliseconds until a call that waits is sent again. The server takes five messages an hour. */
const RETRY_MS = 60_000

/** The call that the server does not have yet; null without one. */
export function usePending<F extends object>(kind: Kind<F>): PendingCall<F> | null {
  const { session } = useApp()
  return parsePending(
    kind,
    useSyncExternalStore(onPendingCall, () => pendingText(kind, session)),
  )
}

/**
 * Sends the call that waits: when the app starts or is shown, when the network is back, when a
 * session starts, and every minute while it waits. Draws nothing.
 */
export function PendingSender<F extends object>({ kind }: { kind: Kind<F> }): null {
  const app = useApp()
  const client = useQueryClient()
  useEffect(() => {
    const { session } = app
    let timer: ReturnType<typeof setTimeout> | undefined
    let hadCall = pendingText(kind, session) !== null
    const sendAndPlan = async () => {
      const waits = await sendPending(kind, app)
      clearTimeout(timer)
      if (waits) timer = setTimeout(send, RETRY_MS)
    }
    const send = () => {
      clearTimeout(timer)
      if (document.hidden || pendingText(kind, session) === null) return
      sendAndPlan().catch(console.warn)
    }
    const unsubscribe = [
      onPendingCall(() => {
        const hasCall = pendingText(kind, session) !== null
        // This tab or another one has sent it: the list does not show it yet.
        if (hadCall && !hasCall)
          for (const name of kind.changes) void client.invalidateQueries({ queryKey: [name] })
        hadCall = hasCall
      }),
      session.subscribe(() => {
        hadCall = pendingText(kind, session) !== null
        send()
      }),
    ]
    addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    send()
    return () => {
      clearTimeout(timer)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
      for (const stop of unsubscribe) stop()
    }
  }, [app, client, kind])
  return null
}
