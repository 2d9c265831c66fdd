import { afterEach, beforeEach, vi } from 'vitest'
import { createFakePhone } from '#testing/browser/fakePhone.ts'
import { installNativeBridge } from '#testing/browser/nativeBridge.ts'

/** A phone under the test's page. Modules that were loaded before do not know it: import after it. */
export function phoneInTest(platform: 'android' | 'ios') {
  vi.resetModules()
  for (const name of ['androidBridge', 'webkit']) vi.stubGlobal(name, undefined)
  const phone = createFakePhone(platform)
  vi.stubGlobal('nativeCall', phone.call)
  installNativeBridge(platform)
  const { fireNative } = globalThis as unknown as {
    fireNative: (plugin: string, event: string, data: unknown) => void
  }
  return {
    ...phone,
    /** Sends an event of a plugin, as `App` `backButton`. */
    fire: (plugin: string, event: string, data: unknown = {}) => fireNative(plugin, event, data),
  }
}

/** An Android phone for each test of a file, whose `start` starts the shell in an empty page. */
export function shellForEachTest() {
  const observers: MutationObserver[] = []
  const current = {} as ReturnType<typeof phoneInTest>
  beforeEach(() => {
    localStorage.clear()
    location.hash = ''
    document.body.innerHTML = '<div id="root"></div>'
    document.documentElement.dataset.server = 'https://surtidor.uy'
    document.documentElement.dataset.scheme = 'uy.surtidor.app'
    Object.assign(current, phoneInTest('android'))
    // The shell observes its page for ever; here the page is the next test's too.
    vi.stubGlobal(
      'MutationObserver',
      class extends MutationObserver {
        constructor(callback: MutationCallback) {
          super(callback)
          observers.push(this)
        }
      },
    )
  })
  afterEach(() => {
    for (const observer of observers.splice(0)) observer.disconnect()
    globalThis.nativeImplementations = undefined
    for (const name of ['server', 'scheme', 'first', 'theme'])
      delete document.documentElement.dataset[name]
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return Object.assign(current, {
    start: async () => {
      const { startShell } = await import('#app/device/native/startShell.ts')
      await startShell()
    },
  })
}
