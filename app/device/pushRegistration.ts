import type { RequestOf } from '#contract/call.ts'
import type { registerPush } from '#contract/push/registerPush.ts'

export type PushDevice = RequestOf<typeof registerPush>['device']

/**
 * Whether this device can be pushed to. `needsInstall`: an iPhone's browser, where only an app on the
 * home screen can; `ask`: the person has not been asked; `denied`: only the person can undo it, in the
 * settings of the browser or of the phone.
 */
export type PushState = 'unsupported' | 'needsInstall' | 'denied' | 'ask' | 'granted'

export interface PushRegistration {
  state(): Promise<PushState>
  /** Asks the person, where it has not been done; browsers want it directly after a tap. */
  ask(): Promise<PushState>
  /** Whether it was subscribed and not unsubscribed since. */
  isSubscribed(): Promise<boolean>
  /**
   * Subscribes, again if it was with another key. Only while the state is `granted`.
   * @param publicKey the server's VAPID key; a phone does not use it
   */
  subscribe(publicKey: string): Promise<PushDevice>
  unsubscribe(): Promise<void>
}
