import { isIosBrowser } from '#app/device/platform.ts'
import type { PushRegistration, PushState } from '#app/device/pushRegistration.ts'

export const browserPush: PushRegistration = {
  state: async () => {
    if (!(await workerRegistration())) return isIosBrowser() ? 'needsInstall' : 'unsupported'
    return stateOf(Notification.permission)
  },
  ask: async () => {
    if (!('Notification' in globalThis)) return 'unsupported'
    return stateOf(await Notification.requestPermission())
  },
  isSubscribed: async () =>
    Boolean(await (await workerRegistration())?.pushManager.getSubscription()),
  subscribe: async (publicKey) => {
    const { pushManager } = await navigator.serviceWorker.ready
    const existing = await pushManager.getSubscription()
    // A browser refuses a second key while there is a subscription.
    if (existing && keyOf(existing) !== publicKey) await existing.unsubscribe()
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON()
    const { p256dh = '', auth = '' } = keys ?? {}
    return { platform: 'web', endpoint: endpoint ?? '', p256dh, auth }
  },
  unsubscribe: async () => {
    const subscription = await (await workerRegistration())?.pushManager.getSubscription()
    await subscription?.unsubscribe()
  },
}

const STATES: Record<NotificationPermission, PushState> = {
  default: 'ask',
  denied: 'denied',
  granted: 'granted',
}
const stateOf = (permission: NotificationPermission) => STATES[permission]

/** Undefined where there is no push: also in Safari before the app is on the home screen. */
async function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis)) return undefined
  if (!('Notification' in globalThis)) return undefined
  return await navigator.serviceWorker.getRegistration('/')
}

/** The server's key of a subscription, base64url without padding. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
