import type { DeviceFacts } from '#app/device/deviceInfo.ts'
import type { PushRegistration } from '#app/device/pushRegistration.ts'
import type { MadeFile } from '#app/device/saveFile.ts'

export interface PositionSource {
  getCurrentPosition: (found: OnFound, missed: OnMissed, options: PositionOptions) => void
  /** @returns the id for `clearWatch` */
  watchPosition: (found: OnFound, missed: OnMissed, options: PositionOptions) => number
  clearWatch: (id: number) => void
}
type OnFound = (position: { coords: { latitude: number; longitude: number } }) => void
type OnMissed = (error: { code: number; PERMISSION_DENIED: number }) => void

/** Whether the phone asks for its owner before it shows a stored session. */
export interface DeviceUnlock {
  /** Whether the phone can recognise its owner: by finger, face or its own code. */
  isPossible: () => Promise<boolean>
  isOn: () => boolean
  /** Turns it on after the owner was recognised once, or off. @returns the state afterwards */
  set: (on: boolean) => Promise<boolean>
}

/**
 * The phone's capabilities behind the faces of this folder, each beside the browser's own. Only the
 * build for the phone contains them (`app/nativeMain.ts`), so that a browser loads nothing of them.
 */
export interface NativeImplementations {
  device: DeviceFacts
  /** The session's token is in the Keychain or Keystore, other entries in the web view. */
  sessionStorages: { lastingStorage: Storage; tabStorage: Storage }
  position: PositionSource & { isAllowed: () => Promise<boolean> }
  /** Shows the phone's own scanner. @returns null when it was closed. @throws CameraError */
  scanCode: () => Promise<string | null>
  /** Offers the file to other apps. */
  shareFile: (file: MadeFile) => Promise<void>
  /** Opens the gateway's page for a payment token in a browser over the app. */
  showGateway: (token: string) => Promise<void>
  unlock: DeviceUnlock
  push: PushRegistration
}

declare global {
  /** Set by the native shell before the app starts; undefined in a browser. */
  var nativeImplementations: NativeImplementations | undefined
}
