import type { RequestHeader } from '#contract/requestHeader.ts'

/** First match wins: Edge and Opera also name Chrome, and Chrome also names Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
/** First match wins: Android also names Linux, and an iPhone also names Mac OS. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]
const MAX_LENGTH = 60

/**
 * The device of a login as its owner would name it: "Firefox en Windows", or the model of a phone.
 * Versions, which would identify the person further, are left out.
 * @returns empty when neither the header nor the user agent tells
 */
export function deviceName(
  { version, additionalData }: Pick<RequestHeader, 'version' | 'additionalData'>,
  userAgent: string,
): string {
  if (version.startsWith('b-'))
    return [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter(Boolean).join(' en ')
  const { manufacturer, model } =
    typeof additionalData === 'string'
      ? { manufacturer: '', model: additionalData }
      : (additionalData ?? {})
  return [manufacturer, model]
    .map((fact) => String(fact ?? '').replaceAll(/[^\p{L}\p{N} .,()+-]/gu, ''))
    .filter((fact) => fact !== '')
    .join(' ')
    .slice(0, MAX_LENGTH)
}

/**
 * The kind of device of a call, from fixed lists only: "Firefox en Windows", "la app en un Android". It
 * is for emails, where a text that the caller chose could speak in our name.
 */
export function deviceKind({ version }: Pick<RequestHeader, 'version'>, userAgent: string): string {
  if (version.startsWith('a-')) return 'la app en un Android'
  if (version.startsWith('i-')) return 'la app en un iPhone'
  return deviceName({ version: 'b-', additionalData: null }, userAgent) || 'un navegador'
}

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
