// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NativeImplementations } from '#app/device/nativeImplementations.ts'
import { DeviceInfo } from '#contract/requestHeader.ts'
import { phoneInTest } from '#testing/browser/installFakePhone.ts'

/** One suite per face of app/device, run over the browser's twin and over the phones'. */
const PHONES = ['android', 'ios'] as const
const TWINS = ['browser', ...PHONES] as const
type Twin = (typeof TWINS)[number]

const SESSION = '{"userSessionToken":"a-token"}'

let phone: ReturnType<typeof phoneInTest> | undefined
/** Prepares the page of a twin; the modules that the test imports afterwards see it. */
function start(twin: Twin) {
  phone = twin === 'browser' ? undefined : phoneInTest(twin)
}
const setNative = (implementations: Partial<NativeImplementations>) => {
  globalThis.nativeImplementations = implementations as NativeImplementations
}

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  globalThis.nativeImplementations = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe.each(TWINS)('the device of %s', (twin) => {
  test('sends its letter and six facts that the contract accepts', async () => {
    start(twin)
    const { platform } = await import('#app/device/platform.ts')
    const { deviceInfo } = await import('#app/device/deviceInfo.ts')
    if (phone) {
      const { nativeDeviceInfo } = await import('#app/device/native/nativeDeviceInfo.ts')
      setNative({ device: await nativeDeviceInfo() })
    }
    expect(platform()).toBe(twin.charAt(0))
    expect(Object.keys(deviceInfo()).toSorted()).toEqual([
      'cordova',
      'manufacturer',
      'model',
      'platform',
      'serial',
      'version',
    ])
    expect(DeviceInfo.safeParse(deviceInfo()).success).toBe(true)
    expect(deviceInfo()).toMatchObject(
      {
        browser: { cordova: null, platform: 'browser', serial: null },
        android: {
          cordova: '1.7.0 (10700)',
          platform: 'Android',
          model: 'SM-A135M',
          version: '14',
          manufacturer: 'samsung',
          serial: 'b1e7c3a2',
        },
        ios: {
          cordova: '1.7.0 (10700)',
          platform: 'iOS',
          model: 'iPhone15,4',
          version: '26.1',
          manufacturer: 'Apple',
          serial: 'b1e7c3a2',
        },
      }[twin],
    )
  })
})

describe('the facts of a phone whose plugins fail', () => {
  test('facts that no plugin gives are null', async () => {
    start('android')
    for (const name of ['App.getInfo', 'Device.getInfo', 'Device.getId'])
      phone!.answers[name] = { error: { message: 'no' } }
    const { nativeDeviceInfo } = await import('#app/device/native/nativeDeviceInfo.ts')
    expect(await nativeDeviceInfo()).toEqual({
      platform: 'Android',
      cordova: null,
      model: null,
      version: null,
      manufacturer: null,
      serial: null,
    })
  })
})

describe.each(TWINS)('the storage of the session in %s', (twin) => {
  /** The storages as the app gets them at a start; a phone's memory does not survive it. */
  const load = async () => {
    const { sessionStorages } = await import('#app/device/storage.ts')
    if (phone) {
      const { loadSecureSession } = await import('#app/device/native/secureSession.ts')
      setNative({ sessionStorages: await loadSecureSession() })
    }
    return sessionStorages()
  }
  /** Writes reach the phone one after another. */
  const written = () => expect.poll(() => phone?.calls.at(-1)?.method).not.toBe('internalGetItem')

  test('gives a remembered session back at the next start', async () => {
    start(twin)
    const { lastingStorage } = await load()
    lastingStorage.setItem('currentUser', SESSION)
    if (phone) await written()
    expect((await load()).lastingStorage.getItem('currentUser')).toBe(SESSION)
  })

  test('forgets a session that was removed', async () => {
    start(twin)
    const { lastingStorage } = await load()
    lastingStorage.setItem('currentUser', SESSION)
    lastingStorage.removeItem('currentUser')
    if (phone) await expect.poll(() => phone?.calls.at(-1)?.method).toBe('internalRemoveItem')
    expect((await load()).lastingStorage.getItem('currentUser')).toBeNull()
    expect([...(phone?.secure.keys() ?? [])]).toEqual([])
  })

  test('has the session of the tab beside it, and removes its drafts from the tab', async () => {
    start(twin)
    const { tabStorage, lastingStorage } = await load()
    tabStorage.setItem('currentUser', SESSION)
    expect(tabStorage.getItem('currentUser')).toBe(SESSION)
    expect(lastingStorage.getItem('currentUser')).toBeNull()
    sessionStorage.setItem('comment', 'a draft')
    tabStorage.removeItem('comment')
    expect(sessionStorage.getItem('comment')).toBeNull()
  })
})

describe('the secure storage of a phone', () => {
  const load = async () => {
    const { loadSecureSession } = await import('#app/device/native/secureSession.ts')
    return (await loadSecureSession()).lastingStorage.getItem('currentUser')
  }

  test.each(PHONES)('the secure storage of %s leaves no token in the web view', async (twin) => {
    start(twin)
    const { loadSecureSession } = await import('#app/device/native/secureSession.ts')
    const { tabStorage, lastingStorage } = await loadSecureSession()
    lastingStorage.setItem('currentUser', SESSION)
    tabStorage.setItem('currentUser', SESSION)
    await expect.poll(() => phone?.secure.size).toBe(1)
    expect(
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    ).not.toContain('a-token')
    expect(phone?.secure.get('currentUser')).toBe(JSON.stringify(SESSION))
    const { options } = phone?.calls.find(({ method }) => method === 'internalSetItem') ?? {}
    // KeychainAccess.whenUnlockedThisDeviceOnly, and not synchronised with other devices.
    expect(options).toMatchObject({ access: 1, sync: false })
  })

  test('gives a new installation none of an earlier one', async () => {
    start('ios')
    phone!.secure.set('currentUser', '"an earlier session"')
    expect(await load()).toBeNull()
    expect(phone!.secure.size).toBe(0)
  })

  test.each([
    ['cannot be read', { error: { message: 'the key is lost', code: 'osError' } }],
    ['is no JSON', { value: { data: '{' } }],
    ['is no text', { value: { data: '{"a":1}' } }],
  ])('gives no session when the entry %s', async (_what, answer) => {
    start('android')
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    localStorage.setItem('installed', 'true')
    phone!.answers['SecureStorage.internalGetItem'] = answer
    expect(await load()).toBeNull()
    warn.mockRestore()
  })
})

/** Not text, and longer than what one call of `String.fromCharCode` takes here. */
const BYTES = Uint8Array.from({ length: 20_000 }, (_, place) => place % 256)
const FILE = { name: 'estado-de-cuenta.pdf', content: new Blob([BYTES]) }

describe.each(TWINS)('a file saved in %s', (twin) => {
  test('has its name and its bytes', async () => {
    start(twin)
    const { saveFile } = await import('#app/device/saveFile.ts')
    if (phone) {
      const { shareFile } = await import('#app/device/native/shareFile.ts')
      setNative({ shareFile })
      await saveFile(FILE)
      const [removed, written, shared] = phone.calls
      // What was shared before does not stay.
      expect(removed).toMatchObject({ method: 'rmdir', options: { path: 'shared' } })
      expect(written?.options).toMatchObject({
        path: 'shared/estado-de-cuenta.pdf',
        directory: 'CACHE',
      })
      expect(Buffer.from(String(written?.options.data), 'base64')).toEqual(Buffer.from(BYTES))
      expect(shared?.options.files).toEqual(['file:///cache/shared/estado-de-cuenta.pdf'])
      return
    }
    const saved: unknown[] = []
    URL.createObjectURL = (content) => {
      saved.push(content)
      return 'blob:1'
    }
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    await saveFile(FILE)
    expect(click).toHaveBeenCalledOnce()
    expect(saved).toEqual([FILE.content, FILE.name])
  })
})

describe.each(PHONES)('a file shared by %s', (twin) => {
  test('may be refused by the person, but not by the phone', async () => {
    start(twin)
    const { shareFile } = await import('#app/device/native/shareFile.ts')
    phone!.answers['Share.share'] = { error: { message: 'Share canceled' } }
    await expect(shareFile(FILE)).resolves.toBeUndefined()
    phone!.answers['Filesystem.writeFile'] = { error: { message: 'no space' } }
    await expect(shareFile(FILE)).rejects.toThrow('no space')
  })
})

describe.each(TWINS)('the way to the gateway in %s', (twin) => {
  test('carries the token where no server logs it', async () => {
    start(twin)
    document.documentElement.dataset.server = 'https://surtidor.uy'
    const { goToGateway } = await import('#app/features/payments/goToGateway.ts')
    const submitted: string[] = []
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
      this: HTMLFormElement,
    ) {
      submitted.push(`${this.method} ${this.action} ${this.querySelector('input')?.value}`)
    })
    if (phone) {
      const { showGateway } = await import('#app/device/native/gatewayBrowser.ts')
      setNative({ showGateway })
    }
    goToGateway('https://gateway.example/pay', 'a token/1')
    delete document.documentElement.dataset.server
    if (!phone) return expect(submitted).toEqual(['post https://gateway.example/pay a token/1'])
    await expect.poll(() => phone?.calls).toHaveLength(1)
    expect(phone.calls[0]).toMatchObject({
      plugin: 'Browser',
      method: 'open',
      options: { url: 'https://surtidor.uy/pagar#a%20token%2F1' },
    })
    return expect(submitted).toEqual([])
  })
})

describe.each(TWINS)('the camera of %s', (twin) => {
  test.each([
    ['denied', 'NotAllowedError', 'OS-PLUG-BARC-0007'],
    ['busy', 'NotReadableError', 'OS-PLUG-BARC-0004'],
  ])('that is %s says so', async (reason, name, code) => {
    start(twin)
    if (phone) {
      phone.answers['CapacitorBarcodeScanner.scanBarcode'] = { error: { message: 'no', code } }
      const { scanCode } = await import('#app/device/native/scanner.ts')
      await expect(scanCode()).rejects.toMatchObject({ reason })
      return
    }
    const { startCamera } = await import('#app/device/camera.ts')
    const refuse = () => Promise.reject(new DOMException('no', name))
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: refuse } })
    await expect(startCamera()).rejects.toMatchObject({ reason })
  })
})

describe('the scanner of a phone', () => {
  test.each([
    ['the text of a code', { value: { ScanResult: 'FAC-000123456' } }, 'FAC-000123456'],
    ['null when it was closed', { error: { message: 'x', code: 'OS-PLUG-BARC-0006' } }, null],
  ])('gives %s', async (_what, answer, result) => {
    start('android')
    phone!.answers['CapacitorBarcodeScanner.scanBarcode'] = answer
    const { scanCode } = await import('#app/device/native/scanner.ts')
    expect(await scanCode()).toBe(result)
  })
})
