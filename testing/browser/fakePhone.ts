import type { NativeAnswer, NativeCall } from '#testing/browser/nativeBridge.ts'

type Answer = NativeAnswer | ((options: Record<string, unknown>) => NativeAnswer)

const PREFIX = 'capacitor-storage_'

/** The native side of a phone: its Keychain or Keystore, and the calls of its plugins. */
export function createFakePhone(platform: 'android' | 'ios') {
  const secure = new Map<string, string>()
  const keyOf = ({ prefixedKey }: Record<string, unknown>) =>
    String(prefixedKey).slice(PREFIX.length)
  const answers: Record<string, Answer> = {
    'App.getInfo': { value: { version: '1.7.0', build: '10700', id: 'uy.surtidor.app' } },
    'App.getLaunchUrl': {},
    'Device.getInfo': {
      value:
        platform === 'android'
          ? { platform, model: 'SM-A135M', osVersion: '14', manufacturer: 'samsung' }
          : { platform, model: 'iPhone15,4', osVersion: '26.1', manufacturer: 'Apple' },
    },
    'Device.getId': { value: { identifier: 'b1e7c3a2' } },
    'SecureStorage.internalGetItem': (options) => ({
      value: { data: secure.get(keyOf(options)) ?? null },
    }),
    'SecureStorage.internalSetItem': (options) => {
      secure.set(keyOf(options), String(options.data))
      return {}
    },
    'SecureStorage.internalRemoveItem': (options) => ({
      value: { success: secure.delete(keyOf(options)) },
    }),
    'BiometricAuthNative.checkBiometry': { value: { isAvailable: true, deviceIsSecure: true } },
    'Geolocation.checkPermissions': { value: { location: 'prompt', coarseLocation: 'prompt' } },
    'Filesystem.writeFile': ({ path }) => ({ value: { uri: `file:///cache/${String(path)}` } }),
  }
  const calls: { plugin: string; method: string; options: Record<string, unknown> }[] = []
  const call: NativeCall = (plugin, method, options) => {
    calls.push({ plugin, method, options })
    const answer = answers[`${plugin}.${method}`] ?? {}
    return typeof answer === 'function' ? answer(options) : answer
  }
  return {
    call,
    calls,
    /** The calls of a method so far. */
    called: (method: string) => calls.filter((one) => one.method === method),
    /** Entries of the secure storage, without the plugin's prefix. */
    secure,
    /** The answers of the methods, by `Plugin.method`; a method without an answer succeeds. */
    answers,
  }
}
