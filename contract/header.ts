import * as z from 'zod/mini'
import { FIRST_UPDATE, isStamp, toHeaderTime } from '#contract/dates.ts'

/** How long the app waits for an answer, in milliseconds. */
export const REQUEST_TIMEOUT = 60_000

/** The product's version, without the platform's prefix. */
export const APP_VERSION = '1.7.0'

/** The net id of the mobile app, fixed; integrators are given their own. */
export const APP_NET = { netId: 'SURTIDOR', netDescription: 'Surtidor app' } as const

const short = (max: number) => z.string().check(z.maxLength(max))
const Stamp = z.string().check(z.refine(isStamp, 'La fecha del mensaje no es válida.'))

/** A fact that a device knows of itself; plugins call null what they do not know. */
const Fact = z.nullish(short(100))

/** Device facts that login sends along; free text, kept out of every decision. */
export const DeviceInfo = z.object({
  cordova: Fact,
  model: Fact,
  platform: Fact,
  version: Fact,
  manufacturer: Fact,
  serial: Fact,
})

/** The header that every call carries. */
export const RequestHeader = z.object({
  netId: z.string().check(z.minLength(1), z.maxLength(40)),
  netDescription: short(100),
  /** `yyyy-MM-dd HH:mm:ss`, by the caller's clock: logged, never trusted. */
  dateTime: Stamp,
  userSessionToken: short(100),
  /** Opaque; the same number with the same body in one session is the same request. */
  auditNumber: z
    .string()
    .check(z.regex(/^[0-9A-Za-z-]{1,20}$/, 'El número de auditoría no es válido.')),
  /** `a-` Android, `i-` iOS, `b-` browser, then the version. */
  version: z.string().check(z.regex(/^[aib]-\d+\.\d+\.\d+$/, 'La versión de la app no es válida.')),
  netPassword: short(100),
  netUser: short(200),
  /** `yyyyMMddHHmmss` of the newest reference list that the caller holds. */
  lastUpdateData: Stamp,
  additionalData: z.optional(z.nullable(DeviceInfo)),
})
export type RequestHeader = z.infer<typeof RequestHeader>

/** A reference list that changed since the caller's `lastUpdateData`: name, value pairs. */
export const UpdatedList = z.object({ name: z.string(), value: z.string() })

/** The header that every answer carries. */
export const ResponseHeader = z.object({
  responseCode: z.string(),
  responseDescription: z.string(),
  /** Retrieval reference number, 12 digits, unique per answer. */
  rrn: z.string(),
  updatedData: z.nullable(z.array(UpdatedList)),
})
export type ResponseHeader = z.infer<typeof ResponseHeader>

/**
 * An audit number: a random 6-digit number from 1 to 999999, then seconds and milliseconds.
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function auditNumber(now: Date, random: number): string {
  const drawn = String(Math.floor(random * 999_998) + 1).padStart(6, '0')
  return `${drawn}${now.getSeconds()}${now.getMilliseconds()}`
}

/** Builds the header of one call. */
export function requestHeader(from: {
  now: Date
  random: number
  platform: 'a' | 'i' | 'b'
  token?: string
  user?: string
  lastUpdate?: string
}): RequestHeader {
  return {
    ...APP_NET,
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
