import { vi } from 'vitest'

/** A browser's push of a test in jsdom, which has none. */
export interface FakeBrowserPush {
  permission: NotificationPermission
  /** The person's answer to the browser's question. */
  answer: NotificationPermission
  /** How often the browser asked the person. */
  questions: number
  /** The address of the current subscription; null: none. */
  endpoint: string | null
}

const P256DH =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

/** Gives the page a service worker's registration with push, until `removeBrowserPush`. */
export function fakeBrowserPush(start: Partial<FakeBrowserPush> = {}): FakeBrowserPush {
  const push: FakeBrowserPush = {
    permission: 'default',
    answer: 'granted',
    questions: 0,
    endpoint: null,
    ...start,
  }
  let key = ''
  let made = 0
  const subscription = () => ({
    endpoint: push.endpoint,
    options: { applicationServerKey: Buffer.from(key, 'base64url') },
    toJSON: () => ({
      endpoint: push.endpoint,
      keys: { p256dh: P256DH, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
    }),
    unsubscribe: async () => {
      push.endpoint = null
      return true
    },
  })
  const pushManager = {
    getSubscription: async () => push.endpoint && subscription(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (push.endpoint && key !== applicationServerKey) throw new Error('InvalidStateError')
      made += push.endpoint ? 0 : 1
      key = applicationServerKey
      push.endpoint ??= `https://fcm.googleapis.com/fcm/send/${made}`
      return subscription()
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('PushManager', Object)
  vi.stubGlobal('Notification', {
    get permission() {
      return push.permission
    },
    requestPermission: async () => {
      push.questions++
      push.permission = push.answer
      return push.permission
    },
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  return push
}

/** Takes the push of `fakeBrowserPush` away. */
export function removeBrowserPush(): void {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
}
