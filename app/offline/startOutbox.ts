import type { App } from '#app/context.ts'
import { onOtherTab, storage } from '#app/device/storage.ts'
import { createOutbox, type Outbox } from '#app/offline/outbox.ts'
import { UNSENT } from '#app/session/session.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'

/** Milliseconds until what is left is sent again. The server takes five messages an hour. */
const RETRY_MS = 60_000

/**
 * Creates the outbox and sends what waits in it: when the app starts or is shown, when the network
 * is back, when a session starts, and every minute while something is left.
 */
export function startOutbox(client: CallQueryClient, app: App): Outbox {
  const onSent = () => void client.invalidateQueries({ queryKey: [sentMessages.name] })
  const outbox = createOutbox({
    ...app,
    newId,
    isOnline: () => navigator.onLine,
    exclusively,
    onSent,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    if (document.hidden || !app.session.current() || outbox.messages().length === 0) return
    flushAndPlan().catch(console.warn)
  }
  const flushAndPlan = async () => {
    if (await outbox.flush()) timer = setTimeout(flush, RETRY_MS)
  }
  addEventListener('online', flush)
  document.addEventListener('visibilitychange', flush)
  onOtherTab((key) => {
    outbox.refresh()
    // Another tab has sent or discarded a message: this tab's list does not show it yet.
    const isGone = key !== null && storage('localStorage').getItem(key) === null
    if (isGone && key.includes(UNSENT)) onSent()
  })
  let generation = app.session.generation()
  app.session.subscribe(() => {
    outbox.refresh()
    if (generation === app.session.generation()) return
    generation = app.session.generation()
    flush()
  })
  flush()
  return outbox
}

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Old browsers have no locks between tabs: there the server alone sees to it that a message is stored once. */
const exclusively = async <T>(name: string, task: () => T | Promise<T>): Promise<T> =>
  'locks' in navigator ? await navigator.locks.request(name, task) : await task()
