import { isIP } from 'node:net'

/** The parts of a list that is separated by commas. */
export const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Whether an entry of `TRUST_PROXY` is an address, a network, or one of proxy-addr's named groups. */
export function isProxy(part: string): boolean {
  const [ip = '', bits = '1', ...more] = part.split('/')
  const most = isIP(ip) === 4 ? 32 : 128
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(part) ||
    (isIP(ip) > 0 && more.length === 0 && Number(bits) >= 1 && Number(bits) <= most)
  )
}

/** The error of a setting that is no address of tiles. */
export const TILE_ADDRESS =
  'tiene que ser la dirección de una tesela, como https://teselas.example/{z}/{x}/{y}.png'
/** Whether an address names one origin and, after it, the place of a tile. */
export const isTileAddress = (text: string) =>
  URL.canParse(text) &&
  /^[\w.:[\]-]+$/.test(new URL(text).host) &&
  ['{z}', '{x}', '{y}'].every((part) => text.includes(part))

/** The error of a setting that is no list of origins of passkeys. */
export const PASSKEY_ORIGIN =
  'lleva orígenes como android:apk-key-hash:… (43 letras, números, - y _) o https://surtidor.uy, separados por comas'
/** Whether a text is an origin that signs passkeys: a web page, or an Android app by its certificate. */
export const isPasskeyOrigin = (text: string): boolean =>
  /^(android:apk-key-hash:[\w-]{43}|https:\/\/[^\s/]+)$/.test(text)
