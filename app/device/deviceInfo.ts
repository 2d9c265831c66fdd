import type * as z from 'zod/mini'
import type { DeviceInfo } from '#contract/requestHeader.ts'

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
export type DeviceFacts = Required<z.infer<typeof DeviceInfo>>

export function deviceInfo(): DeviceFacts {
  if (globalThis.nativeImplementations) return globalThis.nativeImplementations.device
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
