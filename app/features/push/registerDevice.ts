import { loadPushRegistration } from '#app/device/loadPushRegistration.ts'
import type { PushDevice, PushState } from '#app/device/pushRegistration.ts'
import { pushSettings } from '#contract/push/pushSettings.ts'
import { registerPush } from '#contract/push/registerPush.ts'
import { removePush } from '#contract/push/removePush.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { pushOwner, setPushOwner } from '#kit/browser/storedPushRegistration.ts'

/**
 * Asks the person and registers this device for the session.
 * @returns the state after it; registered when it is `granted`
 * @throws ApiError of the calls; another error when the browser's push service cannot be reached
 */
export async function enablePush(call: Call, detail: boolean): Promise<PushState> {
  const registration = await loadPushRegistration()
  // Before any call: browsers ask only directly after a tap.
  const state = await registration.ask()
  if (state !== 'granted') return state
  const { publicKey } = await call(pushSettings, {})
  await register(call, await registration.subscribe(publicKey), publicKey, detail)
  return state
}

/** Removes this device from the session. The browser's part is done also when the server cannot be reached. */
export async function disablePush(call: Call): Promise<void> {
  await forgetDevice()
  await call(removePush, {})
}

/** Ends the subscription of this device after its session; the server has forgotten it by itself. */
export async function forgetDevice(): Promise<void> {
  await setPushOwner(undefined)
  const registration = await loadPushRegistration()
  if (await registration.isSubscribed()) await registration.unsubscribe().catch(console.warn)
}

/**
 * Registers this device again when it is subscribed and the server's key, the session or the address
 * has changed. It asks the person nothing.
 */
export async function renewRegistration(call: Call): Promise<void> {
  const registration = await loadPushRegistration()
  if ((await registration.state()) !== 'granted' || !(await registration.isSubscribed())) return
  const { publicKey, subscription } = await call(pushSettings, {})
  const device = await registration.subscribe(publicKey)
  const owner = await pushOwner()
  const isCurrent =
    subscription !== null &&
    owner?.id === subscription.id &&
    owner.endpoint === addressOf(device) &&
    owner.publicKey === publicKey
  if (isCurrent) return
  await register(call, device, publicKey, subscription?.detail ?? false)
}

async function register(call: Call, device: PushDevice, publicKey: string, detail: boolean) {
  const { id } = await call(registerPush, { device, detail })
  await setPushOwner({ id, endpoint: addressOf(device), publicKey })
}

const addressOf = (device: PushDevice) =>
  device.platform === 'web' ? device.endpoint : device.token
