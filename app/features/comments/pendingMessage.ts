import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { type App, useApp } from '#app/context.ts'
import { onOtherTab } from '#app/device/storage.ts'
import { ownStorage } from '#app/session/session.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { contact } from '#contract/user/contact.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { toApiError } from '#kit/api/apiError.ts'
import type { PersonalStorage } from '#kit/browser/perUserStorage.ts'

const CommentFields = lazyObject(() => ({
  title: z.string(),
  text: z.string(),
  type: z.string(),
  branchCode: z.string(),
}))
export type CommentFields = z.infer<typeof CommentFields>

const PendingMessage = lazyObject(() => ({
  /** The `clientMessageId` of `contact`: the server stores a message with it once. */
  id: z.string(),
  fields: CommentFields,
  /**
   * `waiting`: the server does not have it. `unknown`: it was sent, and no answer came.
   * `refused`: the server will not take it as it is.
   */
  state: z.enum(['waiting', 'unknown', 'refused']),
  sentence: z.string(),
}))
/** The message to the network that is stored on the device until the server has it. */
export type PendingMessage = z.infer<typeof PendingMessage>

type Sender = Pick<App, 'session' | 'call'>

/** The name of the entry, and of the lock between tabs. */
const NAME = 'unsent'

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Notifies when a message is stored or removed, here or in another tab. @returns the function that unsubscribes */
function onPendingMessage(listener: () => void): () => void {
  if (listeners.size === 0) onOtherTab(notify)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The entry of the current person's message; null without one. */
export const pendingText = (session: App['session']): string | null =>
  ownStorage(session)?.read(NAME) ?? null

/** An entry of another version of the app is no message. */
export function parsePending(text: string | null): PendingMessage | null {
  try {
    return PendingMessage.parse(JSON.parse(text ?? ''))
  } catch {
    return null
  }
}

const pendingOf = (session: App['session']) => parsePending(pendingText(session))

function store(own: PersonalStorage, message: PendingMessage): void {
  own.write(NAME, JSON.stringify(message))
  notify()
}

/** Changes or removes the message, unless it is gone: corrected, discarded, or its owner signed out. */
function change(own: PersonalStorage, id: string, fields: Partial<PendingMessage> | null): void {
  const message = parsePending(own.read(NAME))
  if (message?.id !== id) return
  if (fields) return store(own, { ...message, ...fields })
  own.remove(NAME)
  notify()
}

/** Runs a task while no other tab runs one. A page without https has no locks: there the server alone stores a message once. */
async function exclusively<T>(
  task: (isAlone: boolean) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  if (!('locks' in navigator)) return await task(true)
  return await navigator.locks.request(NAME, options, (lock) => task(lock !== null))
}

/** @throws ApiError when the server refuses the message, which stays with the reason */
async function send({ session, call }: Sender): Promise<'sent' | 'waiting'> {
  const own = ownStorage(session)
  const message = pendingOf(session)
  if (!own || !message || message.state === 'refused' || !navigator.onLine) return 'waiting'
  const { id, fields, state } = message
  // Before it is sent: from now on it may have arrived.
  change(own, id, { state: 'unknown' })
  try {
    await call(contact, { ...fields, clientMessageId: id })
    change(own, id, null)
    return 'sent'
  } catch (thrown) {
    const error = toApiError(thrown)
    if (error.outcomeUnknown) return 'waiting'
    const isLater = error.code === INVALID_SESSION || error.code === '429'
    // An earlier try without an answer may have arrived all the same.
    change(own, id, isLater ? { state } : { state: 'refused', sentence: error.message })
    if (error.code === INVALID_SESSION) return 'waiting'
    throw error
  }
}

/**
 * Stores a message and tries to send it.
 * @returns `busy`: an earlier message waits, and this one is not stored
 * @throws ApiError when the server refuses it; it is not stored then
 */
export const submitMessage = (
  sender: Sender,
  fields: CommentFields,
): Promise<'sent' | 'waiting' | 'busy'> =>
  exclusively(async () => {
    const own = ownStorage(sender.session)
    if (!own || pendingOf(sender.session)) return 'busy'
    // One word that begins with a letter: the server refuses digits in groups that pass as a card number.
    const id = `m${crypto.getRandomValues(new Uint32Array(4)).join('')}`
    store(own, { id, fields, state: 'waiting', sentence: '' })
    try {
      return await send(sender)
    } catch (error) {
      // The form still shows it.
      change(own, id, null)
      throw error
    }
  })

/** Sends the message that waits. @returns whether it is to be sent again later */
export const sendPending = (sender: Sender): Promise<boolean> =>
  exclusively(async () => {
    await send(sender).catch(toApiError)
    const state = pendingOf(sender.session)?.state ?? 'refused'
    return state !== 'refused'
  })

/**
 * Takes the message out to be written anew, with an id of its own.
 * @returns null when the server may have it already, or it is gone
 */
export const takePending = (session: App['session']) =>
  exclusively(
    async (isAlone) => {
      const [own, message] = [ownStorage(session), pendingOf(session)]
      if (!isAlone || !own || !message || message.state === 'unknown') return null
      change(own, message.id, null)
      return message.fields
    },
    { ifAvailable: true },
  )

export function discardPending(session: App['session'], id: string): void {
  const own = ownStorage(session)
  if (own) change(own, id, null)
}

/** Milliseconds until a message that waits is sent again. The server takes five messages an hour. */
const RETRY_MS = 60_000

/** The message that the server does not have yet; null without one. */
export function usePendingMessage(): PendingMessage | null {
  const { session } = useApp()
  return parsePending(useSyncExternalStore(onPendingMessage, () => pendingText(session)))
}

/**
 * Sends the message that waits: when the app starts or is shown, when the network is back, when a
 * session starts, and every minute while it waits. Draws nothing.
 */
export function PendingMessageSender(): null {
  const app = useApp()
  const client = useQueryClient()
  useEffect(() => {
    const { session } = app
    let timer: ReturnType<typeof setTimeout> | undefined
    let hadMessage = pendingText(session) !== null
    const sendAndPlan = async () => {
      const waits = await sendPending(app)
      clearTimeout(timer)
      if (waits) timer = setTimeout(send, RETRY_MS)
    }
    const send = () => {
      clearTimeout(timer)
      if (document.hidden || pendingText(session) === null) return
      sendAndPlan().catch(console.warn)
    }
    const unsubscribe = [
      onPendingMessage(() => {
        const hasMessage = pendingText(session) !== null
        // This tab or another one has sent it: the list does not show it yet.
        if (hadMessage && !hasMessage)
          void client.invalidateQueries({ queryKey: [sentMessages.name] })
        hadMessage = hasMessage
      }),
      session.subscribe(() => {
        hadMessage = pendingText(session) !== null
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
  }, [app, client])
  return null
}
