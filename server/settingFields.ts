import { closeSync, openSync, readSync } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod/mini'

const integer = (fallback: number, least: number, most: number, message: string) =>
  z
    ._default(
      z.pipe(
        z.string().check(z.regex(/^\d+$/, message)),
        z.transform((text: string) => Number(text)),
      ),
      fallback,
    )
    .check(z.refine((number) => number >= least && number <= most, message))
/** A port of this machine. */
export const port = (fallback: number) =>
  integer(fallback, 0, 65_535, 'tiene que ser un puerto, de 0 a 65535')
/** A whole number that fits 32 bits. */
export const count = (fallback: number, least = 0) =>
  integer(fallback, least, 2_147_483_647, `tiene que ser un número entero, ${least} o más`)
/** A text of a form. @param message what it should be, after the name of the setting */
export const text = (form: RegExp | ((text: string) => boolean), message: string) =>
  z
    .string()
    .check(z.refine((given) => (form instanceof RegExp ? form.test(given) : form(given)), message))
/** Entries separated by commas; none by default. */
export const list = (isEntry: (entry: string) => boolean, message: string) =>
  z._default(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((given: string) =>
          given
            .split(',')
            .map((entry) => entry.trim())
            .filter(Boolean),
        ),
        z.array(z.string()).check(z.refine((entries) => entries.every(isEntry), message)),
      ),
    ),
    [],
  )
/** One of some words; the first is the default. */
export const oneOf = <const Word extends string>(
  words: readonly [Word, ...Word[]],
  message: string,
) => z._default(z.enum([...words], message), words[0])
/**
 * An address that begins with http:// or https://. Its host has no sign that would end or widen a source
 * of the Content-Security-Policy, such as `;` and `*`.
 */
export const address = text(
  (given) =>
    /^https?:\/\//.test(given) && URL.canParse(given) && /^[\w.:[\]-]+$/.test(new URL(given).host),
  'tiene que ser una dirección http(s)',
)
export const database = text(/^postgres(ql)?:\/\//, 'tiene que empezar con postgres://')
/** A switch, on by default. */
export const onOff = oneOf(['on', 'off'], 'es on u off')
export const isSmtpUrl = (given: string) => /^smtps?:\/\//.test(given) && URL.canParse(given)

/** Whether an entry of `TRUST_PROXY` is an address, a network, or one of proxy-addr's named groups. */
export function isProxy(part: string): boolean {
  const [ip = '', bits = '1', ...more] = part.split('/')
  const most = isIP(ip) === 4 ? 32 : 128
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(part) ||
    (isIP(ip) > 0 && more.length === 0 && Number(bits) >= 1 && Number(bits) <= most)
  )
}

/** The fault of an address of tiles. */
export const TILE_ADDRESS =
  'tiene que ser la dirección de una tesela, como https://teselas.example/{z}/{x}/{y}.png'
/** Whether an address has the place of a tile. */
export const isTileAddress = (text: string) =>
  ['{z}', '{x}', '{y}'].every((part) => text.includes(part))

/**
 * The path of a file that the app can draw, by its header (PMTiles version 3, sections 3.1 to 3.3):
 * vector tiles, plain or compressed by gzip.
 */
export const tilesFile = (given: { value: string; issues: z.core.$ZodRawIssue[] }): void => {
  const report = (message: string) =>
    given.issues.push({ code: 'custom', input: given.value, message })
  const header = Buffer.alloc(127)
  try {
    const file = openSync(given.value, 'r')
    readSync(file, header)
    closeSync(file)
  } catch {
    report('tiene que ser un archivo que el servidor pueda leer')
    return
  }
  const [compression, type] = header.subarray(98)
  if (
    header.toString('latin1', 0, 8) !== 'PMTiles\x03' ||
    type !== 1 ||
    ![1, 2].includes(compression ?? 0)
  )
    report(
      'tiene que ser un archivo PMTiles versión 3 de teselas vectoriales (MVT), sin comprimir o con gzip',
    )
}

/** Whether a text is the SHA-256 of a certificate, as keytool prints it. */
export const isFingerprint = (text: string) => /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(text)

/**
 * The origin with which an Android app signs passkeys, by the fingerprint of its certificate
 * (developer.android.com, "Verify the origin").
 */
export const passkeyOrigin = (fingerprint: string): string =>
  `android:apk-key-hash:${Buffer.from(fingerprint.replaceAll(':', ''), 'hex').toString('base64url')}`
