import {
  GENERIC_PUSH,
  type PushMessage,
  readPushMessage,
  tappedPage,
} from '#contract/entities/pushMessage.ts'
import { pushOwner } from '#kit/browser/storedPushRegistration.ts'

declare const self: ServiceWorkerGlobalScope

/** The form of a notification in TypeScript's library lacks what browsers have long had. */
type Options = NotificationOptions & { timestamp?: number; renotify?: boolean }

/** The picture beside the text. Browsers draw no SVG there. */
const ICON = '/icons/icon-192.png'
/** The white shape in the status bar of Android. */
const BADGE = '/icons/badge-96.png'

/**
 * Shows a notification for each push message, opens its screen when it is tapped, and subscribes again
 * when the browser ends a subscription by itself.
 */
export function handlePushMessages(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(show(event.data?.text() ?? ''))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openPage(tappedPage(event.notification.data)))
  })
  self.addEventListener('pushsubscriptionchange', (event: Event) => {
    const change = event as Event & Change
    change.waitUntil(subscribeAgain(change))
  })
}

/**
 * Browsers want every message shown. One that cannot be read, or that belongs to another session than
 * this browser's, says nothing personal.
 */
async function show(text: string): Promise<void> {
  const message = readPushMessage(text)
  const owner = await pushOwner()
  const shown = message && owner?.id === message.to ? message : genericOf(message)
  const options: Options = {
    body: shown.text,
    icon: ICON,
    badge: BADGE,
    // A second copy of a message replaces the first one.
    tag: shown.id,
    lang: 'es-UY',
    timestamp: shown.at,
    data: { page: shown.page, ...(shown.item && { item: shown.item }) },
  }
  await self.registration.showNotification(shown.title, options)
}

const genericOf = (message: PushMessage | undefined) => ({
  ...GENERIC_PUSH,
  item: undefined,
  id: message?.id ?? 'surtidor',
  at: message?.at ?? Date.now(),
})

/** Shows a page in an open tab of the app, otherwise in a new one. */
async function openPage(page: string): Promise<void> {
  const address = `/#${page}`
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => /^\/(index\.html)?$/.test(new URL(url).pathname))
  if (!open) {
    await self.clients.openWindow(address)
    return
  }
  try {
    // Before the page is changed: a tab in the background is drawn later.
    const focused = await open.focus()
    await focused.navigate(address)
  } catch {
    // A tab that this worker does not control.
    await self.clients.openWindow(address)
  }
}

/** The event `pushsubscriptionchange`, which TypeScript's library lacks. */
interface Change {
  waitUntil(work: Promise<void>): void
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** The app registers the new address with the server at its next start: only it has the session. */
async function subscribeAgain({ oldSubscription, newSubscription }: Change): Promise<void> {
  if (newSubscription || !oldSubscription) return
  await self.registration.pushManager.subscribe(oldSubscription.options)
}
