export type NativeAnswer = { value?: unknown; error?: { message: string; code?: string } }

export type NativeCall = (
  plugin: string,
  method: string,
  options: Record<string, unknown>,
) => NativeAnswer | Promise<NativeAnswer>

interface Bridged {
  androidBridge?: object
  webkit?: object
  Capacitor?: Record<string, unknown> & { Exception?: new (message: string) => Error }
  nativeCall: NativeCall
  fireNative: (plugin: string, event: string, data: unknown) => void
}

/**
 * Makes the page believe that it runs in Capacitor's native shell: the part of the bridge that the shell
 * injects before the page's scripts. Every call goes to `globalThis.nativeCall`; `globalThis.fireNative`
 * sends an event of a plugin. Self-contained, because Playwright sends its text into the page.
 */
export function installNativeBridge(platform: 'android' | 'ios'): void {
  const page = globalThis as unknown as Bridged
  /** The methods of each plugin that the native side has. */
  const methods = {
    App: ['getInfo', 'getLaunchUrl', 'minimizeApp', 'exitApp'],
    Device: ['getInfo', 'getId'],
    SecureStorage: [
      'internalGetItem',
      'internalSetItem',
      'internalRemoveItem',
      'setSynchronizeKeychain',
    ],
    BiometricAuthNative: ['checkBiometry', 'internalAuthenticate'],
    Geolocation: ['getCurrentPosition', 'watchPosition', 'clearWatch', 'checkPermissions'],
    CapacitorBarcodeScanner: ['scanBarcode'],
    Filesystem: ['writeFile', 'rmdir'],
    Share: ['share'],
    Browser: ['open', 'close'],
    Keyboard: [],
    CapacitorPasskey: ['createCredential', 'getCredential'],
    PushNotifications: ['checkPermissions', 'requestPermissions', 'register', 'unregister'],
    SplashScreen: ['hide'],
    SystemBars: ['setStyle'],
  }
  const listeners: { plugin: string; event: string; callback: (data: unknown) => void }[] = []
  if (platform === 'android') page.androidBridge = {}
  else page.webkit = { messageHandlers: { bridge: {} } }
  const send = async (plugin: string, method: string, options: Record<string, unknown> = {}) => {
    const { value, error } = await page.nativeCall(plugin, method, options)
    if (!error) return value
    const Exception = page.Capacitor?.Exception ?? Error
    throw Object.assign(new Exception(error.message), { code: error.code })
  }
  let callbacks = 0
  page.fireNative = (plugin, event, data) => {
    for (const one of listeners)
      if (one.plugin === plugin && one.event === event) one.callback(data)
  }
  const getPlatform = () => (page.androidBridge ? 'android' : page.webkit ? 'ios' : 'web')
  // Capacitor's module completes the object when it is loaded, once in a test file.
  page.Capacitor = Object.assign(page.Capacitor ?? {}, {
    isNativePlatform: () => getPlatform() !== 'web',
    getPlatform,
    PluginHeaders: Object.entries(methods).map(([name, own]) => ({
      name,
      methods: [
        ...own.map((method) => ({
          name: method,
          rtype: method.startsWith('watch') ? 'callback' : 'promise',
        })),
        { name: 'addListener', rtype: 'callback' },
        { name: 'removeListener', rtype: 'callback' },
      ],
    })),
    nativePromise: send,
    nativeCallback: (
      plugin: string,
      method: string,
      options: { eventName?: string },
      callback: (data: unknown) => void,
    ) => {
      const event = method === 'addListener' ? (options.eventName ?? '') : method
      if (method !== 'removeListener') listeners.push({ plugin, event, callback })
      if (method !== 'addListener') void send(plugin, method, options)
      return Promise.resolve(String(++callbacks))
    },
  })
}
