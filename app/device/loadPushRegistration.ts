import type { PushRegistration } from '#app/device/pushRegistration.ts'

/** The registration of this platform; a browser's in a chunk of its own. */
export const loadPushRegistration = async (): Promise<PushRegistration> =>
  globalThis.nativeImplementations?.push ?? (await import('#app/device/browserPush.ts')).browserPush
