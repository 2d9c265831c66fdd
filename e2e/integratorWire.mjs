// What the specification says of every request: the common header, the dates and the audit number.
import { createHmac } from 'node:crypto'

const pad = (number, width = 2) => String(number).padStart(width, '0')
const uruguayTime = (date) => new Date(date.getTime() - 3 * 3_600_000)
/** An instant as yyyyMMddHHmmss. */
const stamp = (date) => uruguayTime(date).toISOString().replace(/\D/g, '').slice(0, 14)
const now = () => uruguayTime(new Date()).toISOString().slice(0, 19).replace('T', ' ')

/** The last 90 days. */
export const range = {
  dateFrom: stamp(new Date(Date.now() - 90 * 86_400_000)).replace(/.{6}$/, '000000'),
  dateTo: stamp(new Date()).replace(/.{6}$/, '235959'),
}

/** RFC 6238: the operators of the demo data log in with a second factor. */
export function totp(secret) {
  const bits = Array.from(secret)
    .map((letter) => pad('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2), 5))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  return pad((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000, 6)
}

/** The ways to leave a field without a value. `given` leaves none. */
export const STYLES = ['given', 'null', 'empty', 'absent']
const EMPTY_OF = { number: 0, string: '', object: null }

/** The fields that the specification lets be empty, in the style of the run. */
export function blank(style, fields) {
  if (style === 'given') return fields
  if (style === 'absent') return {}
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      style === 'null' ? null : EMPTY_OF[typeof value],
    ]),
  )
}

const DEVICES = {
  given: {
    cordova: '12.0.0',
    model: 'SM-A135M',
    platform: 'Android',
    version: '14',
    manufacturer: 'samsung',
    serial: 'R58',
  },
  null: null,
  empty: { cordova: 12, model: '', platform: 'iOS', version: 26.1, manufacturer: null, serial: 58 },
  absent: undefined,
}
const VERSIONS = { given: 'a-1.7.0', null: 'i-1.7.0', empty: 'b-1.7.0', absent: 'a-1.7.0' }
let auditNumbers = 0

/** The common header of a request. */
export const header = (style, token) => ({
  ...blank(style, {
    netId: 'ANOTHER',
    netDescription: 'An integrator',
    dateTime: now(),
    netPassword: 'x',
    netUser: 'integrator',
    lastUpdateData: '19900101000000',
  }),
  ...(token === '' ? blank(style, { userSessionToken: '' }) : { userSessionToken: token }),
  auditNumber: `${pad(++auditNumbers, 6)}${Date.now() % 100_000}`,
  version: VERSIONS[style],
  additionalData: DEVICES[style],
})

/** The code of the newest e-mail to an address, from the development mailbox. */
export async function emailedCode(app, email) {
  for (let tries = 0; tries < 1_000; tries++) {
    const list = await (await fetch(`${app}/mailbox`)).text()
    const item = list.split('<li>').find((one) => one.includes(email)) ?? ''
    const address = /href="([^"]+)"/.exec(item)?.[1]
    const message = address ? await (await fetch(`${app}${address}`)).text() : ''
    const code = /\b([0-9A-HJKMNP-TV-Z]{4}[ -]?[0-9A-HJKMNP-TV-Z]{4})\b/.exec(
      message.replaceAll(/<[^>]*>/g, ' '),
    )?.[1]
    if (code) return code.replaceAll(/[ -]/g, '')
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`no email with a code for ${email}`)
}

/** A cédula with its check digit. */
export function cedula(digits) {
  const sum = Array.from(digits).reduce(
    (sum, digit, place) => sum + Number(digit) * [2, 9, 8, 7, 6, 3, 4][place],
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}
