import { PushNotifications } from '@capacitor/push-notifications'
import { platform } from '#app/device/platform.ts'
import type { PushRegistration, PushState } from '#app/device/pushRegistration.ts'
import { storage } from '#app/device/storage.ts'
import { tappedPage } from '#contract/entities/pushMessage.ts'

/** Set while this phone is registered: the system does not say it. */
const REGISTERED = 'pushRegistered'

/** Push of Android (FCM) and iOS (APNs), through Capacitor's plugin. */
export const nativePush: PushRegistration = {
  state: async () => stateOf((await PushNotifications.checkPermissions()).receive),
  ask: async () => stateOf((await PushNotifications.requestPermissions()).receive),
  isSubscribed: async () => storage('localStorage').getItem(REGISTERED) !== null,
  subscribe: async () => {
    const token = await newToken()
    storage('localStorage').setItem(REGISTERED, 'true')
    return { platform: platform() === 'i' ? 'ios' : 'android', token }
  },
  unsubscribe: async () => {
    storage('localStorage').removeItem(REGISTERED)
    await PushNotifications.unregister()
  },
}

const stateOf = (permission: string): PushState => {
  if (permission === 'granted' || permission === 'denied') return permission
  return 'ask'
}

/** The token that the system gives the app, which may be a new one. */
async function newToken(): Promise<string> {
  const listeners: { remove: () => Promise<void> }[] = []
  try {
    return await new Promise<string>((resolve, reject) => {
      const listen = async () => {
        listeners.push(
          await PushNotifications.addListener('registration', ({ value }) => resolve(value)),
          await PushNotifications.addListener('registrationError', ({ error }) =>
            reject(new Error(error)),
          ),
        )
        await PushNotifications.register()
      }
      listen().catch(reject)
    })
  } finally {
    for (const listener of listeners) void listener.remove()
  }
}

/** Opens the page of each pushed notification that is tapped, also of the one that started the app. */
export function followPushTaps(): void {
  void PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
    location.hash = tappedPage(notification.data)
  })
}
