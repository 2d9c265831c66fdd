import * as z from 'zod/mini'
import { FIRST_UPDATE, isStamp, toHeaderTime } from '#contract/dates.ts'
import { textOrNumber, withDefault } from '#contract/fields/optional.ts'

/** How long the app waits for an answer, in milliseconds. */
export const REQUEST_TIMEOUT = 60_000

/** Version of the app, without the platform's prefix. */
export const APP_VERSION = '1.7.0'

/** Net id of the app; each integrator gets its own. */
export const APP_NET = { netId: 'SURTIDOR', netDescription: 'Surtidor app' } as const

const shortText = (max: number) => z.string().check(z.maxLength(max))
/** A date of the request header, in either of its two formats, or empty. */
const HeaderStamp = z
  .string()
  .check(z.refine((text) => text === '' || isStamp(text), 'La fecha del mensaje no es válida.'))

/** One property of a device, as text or number; plugins report an unknown one as null. */
const DeviceProperty = z.nullish(z.union([shortText(100), z.number()]))

/** Properties of the device, sent by `login`; free text that no decision depends on. */
export const DeviceInfo = z.object({
  cordova: DeviceProperty,
  model: DeviceProperty,
  platform: DeviceProperty,
  version: DeviceProperty,
  manufacturer: DeviceProperty,
  serial: DeviceProperty,
})

/**
 * The common header of every request. Only `auditNumber` and `version` are required: the other fields
 * may be left out, null or empty.
 */
export const RequestHeader = z.object({
  /** Id of the calling net: any, because it is not a credential. */
  netId: textOrNumber(40),
  netDescription: textOrNumber(100),
  /** `yyyy-MM-dd HH:mm:ss` by the caller's clock: never relied on. */
  dateTime: withDefault(HeaderStamp, ''),
  /** Token of `login` or `updatePassword`; empty in open calls. */
  userSessionToken: withDefault(shortText(100), ''),
  /** Idempotency key: the same number with the same body in one session is the same request. */
  auditNumber: z
    .string()
    .check(z.regex(/^[0-9A-Za-z-]{1,20}$/, 'El número de auditoría no es válido.')),
  /** `a-` Android, `i-` iOS or `b-` browser, then the version: `a-1.7.0`. */
  version: z.string().check(z.regex(/^[aib]-\d+\.\d+\.\d+$/, 'La versión de la app no es válida.')),
  netPassword: textOrNumber(100),
  netUser: textOrNumber(254),
  /** `yyyyMMddHHmmss` of the newest reference list that the caller has stored; empty for none. */
  lastUpdateData: z.pipe(
    z.nullish(HeaderStamp),
    z.transform((stamp) => stamp || FIRST_UPDATE),
  ),
  additionalData: z.optional(z.nullable(DeviceInfo)),
})
export type RequestHeader = z.infer<typeof RequestHeader>

/** One reference list; `value` is the list as JSON text. */
export const UpdatedList = z.object({ name: z.string(), value: z.string() })

export const ResponseHeader = z.object({
  responseCode: z.string(),
  /** `AUTORIZADO` with code 00; otherwise a sentence to show to the user. */
  responseDescription: z.string(),
  /** Why the call was refused: a word of `refusalReasons.ts`, or a later one; absent with 00. */
  reason: z.optional(z.string()),
  /** Retrieval reference number, 12 digits, unique per answer. */
  rrn: z.string(),
  /** Reference lists that changed since the request's `lastUpdateData`; null when none did. */
  updatedData: z.nullable(z.array(UpdatedList)),
})
export type ResponseHeader = z.infer<typeof ResponseHeader>

/**
 * An audit number: a random number from 000001 to 999998, then the local seconds and milliseconds,
 * both without leading zeros.
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function auditNumber(now: Date, random: number): string {
  const randomPart = String(Math.floor(random * 999_998) + 1).padStart(6, '0')
  return `${randomPart}${now.getSeconds()}${now.getMilliseconds()}`
}

/** Builds the header of one request; what is not given is empty. */
export function requestHeader(from: {
  now: Date
  random: number
  platform: 'a' | 'i' | 'b'
  token?: string
  user?: string
  lastUpdate?: string
  netDescription?: string
}): RequestHeader {
  return {
    netId: APP_NET.netId,
    netDescription: from.netDescription ?? APP_NET.netDescription,
    dateTime: toHeaderTime(from.now),
    userSessionToken: from.token ?? '',
    auditNumber: auditNumber(from.now, from.random),
    version: `${from.platform}-${APP_VERSION}`,
    netPassword: '',
    netUser: from.user ?? '',
    lastUpdateData: from.lastUpdate ?? FIRST_UPDATE,
    additionalData: null,
  }
}
