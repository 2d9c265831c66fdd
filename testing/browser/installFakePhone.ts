import { vi } from 'vitest'
import { createFakePhone, METHODS } from '#testing/browser/fakePhone.ts'
import { installNativeBridge } from '#testing/browser/nativeBridge.ts'

/** A phone under the test's page. Modules that were loaded before do not know it: import after it. */
export function phoneInTest(platform: 'android' | 'ios') {
  vi.resetModules()
  for (const name of ['androidBridge', 'webkit']) vi.stubGlobal(name, undefined)
  const phone = createFakePhone(platform)
  vi.stubGlobal('nativeCall', phone.call)
  installNativeBridge({ platform, methods: METHODS })
  const { fireNative } = globalThis as unknown as {
    fireNative: (plugin: string, event: string, data: unknown) => void
  }
  return {
    ...phone,
    /** Sends an event of a plugin, as `App` `backButton`. */
    fire: (plugin: string, event: string, data: unknown = {}) => fireNative(plugin, event, data),
  }
}
