import type * as z from 'zod/mini'
import type { DeviceInfo } from '#contract/header.ts'

/** What a native shell reports about its phone; null where the phone does not say. */
export interface NativeDevice {
  platform: 'android' | 'ios'
  /** Version of the shell around the web app. */
  shellVersion: string | null
  model: string | null
  /** Version of the operating system. */
  version: string | null
  manufacturer: string | null
  /** Id of the installation: no current phone gives its serial number to an app. */
  serial: string | null
}

declare global {
  /** Set by the native shell before the page's scripts run; undefined in a browser. */
  var nativeDevice: NativeDevice | undefined
}

/** The platform letter of the version header: `a` Android, `i` iOS, `b` browser. */
export function platform(): 'a' | 'i' | 'b' {
  const device = globalThis.nativeDevice
  if (!device) return 'b'
  return device.platform === 'ios' ? 'i' : 'a'
}

/** Names of browsers in a user agent; the first that matches is the browser's own. */
const BROWSERS: readonly [name: string, version: RegExp][] = [
  ['Edge', /\bEdgA?\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+)/],
]

/** The six device facts of login (docs/specification.md, "Request header"); an unknown one is null. */
export function deviceInfo(): Required<z.infer<typeof DeviceInfo>> {
  const device = globalThis.nativeDevice
  if (device) {
    const { shellVersion, platform, ...facts } = device
    return { cordova: shellVersion, platform: platform === 'ios' ? 'iOS' : 'Android', ...facts }
  }
  const { userAgent, vendor } = navigator
  const [name, pattern] = BROWSERS.find(([, version]) => version.test(userAgent)) ?? []
  return {
    cordova: null,
    model: name ?? (userAgent.slice(0, 100) || null),
    platform: 'browser',
    version: pattern?.exec(userAgent)?.[1] ?? null,
    manufacturer: vendor || null,
    serial: null,
  }
}
