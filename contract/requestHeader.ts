import * as z from 'zod/mini'
import { FIRST_UPDATE, isStamp } from '#contract/dates.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { textOrNumber, withDefault } from '#contract/fields/optional.ts'

const shortText = (max: number) => z.string().check(z.maxLength(max))
/** A date of the request header, in either of its two formats, or empty. */
const HeaderStamp = z
  .string()
  .check(z.refine((text) => text === '' || isStamp(text), 'La fecha del mensaje no es válida.'))

/** One property of the device, as text or number; null when the device does not tell. */
const DeviceProperty = z.nullish(z.union([shortText(100), z.number()]))

/** Properties of the device, sent by `login`; free text that no decision depends on. */
export const DeviceInfo = lazyObject(() => ({
  /** Version of the app's native shell, as text or number; null when the device does not tell. */
  cordova: DeviceProperty,
  /** Model of the device, as text or number; null when the device does not tell. */
  model: DeviceProperty,
  /** Name of the operating system, as text or number; null when the device does not tell. */
  platform: DeviceProperty,
  /** Version of the operating system, as text or number; null when the device does not tell. */
  version: DeviceProperty,
  /** Manufacturer of the device, as text or number; null when the device does not tell. */
  manufacturer: DeviceProperty,
  /** Serial number of the device, as text or number; null when the device does not tell. */
  serial: DeviceProperty,
}))

/**
 * The common header of every request. Only `auditNumber` and `version` are required: the other fields
 * may be left out, null or empty.
 */
export const RequestHeader = lazyObject(() => ({
  /** Id of the calling net: any, because it is not a credential. */
  netId: textOrNumber(40),
  /**
   * Name of the calling program; `Surtidor app`, `Surtidor consola` and `Surtidor docs` choose the
   * names of the cookies.
   */
  netDescription: textOrNumber(100),
  /**
   * Time of the request, `yyyy-MM-dd HH:mm:ss` or `yyyyMMddHHmmss`, by the caller's clock: never
   * relied on.
   */
  dateTime: withDefault(HeaderStamp, ''),
  /** Token of the session, as `login` or a later call answered it; empty in open calls. */
  userSessionToken: withDefault(shortText(100), ''),
  /**
   * Idempotency key of 1 to 20 letters, digits and hyphens, as text or number: with the same fields in
   * one session it is the same request.
   */
  auditNumber: z.pipe(
    z.union([z.string(), z.number()]),
    z.pipe(
      z.transform(String),
      z.string().check(z.regex(/^[0-9A-Za-z-]{1,20}$/, 'El número de auditoría no es válido.')),
    ),
  ),
  /**
   * Platform and version of the caller: `a-` Android, `i-` iOS or `b-` browser, then three numbers,
   * as in `b-1.7.0`.
   */
  version: z.string().check(z.regex(/^[aib]-\d+\.\d+\.\d+$/, 'La versión de la app no es válida.')),
  /** Accepted for older callers, and not used. */
  netPassword: textOrNumber(100),
  /** Accepted for older callers, and not used. */
  netUser: textOrNumber(254),
  /**
   * Date of the newest reference list that the caller has stored, `yyyyMMddHHmmss`; empty for none.
   */
  lastUpdateData: z.pipe(
    z.nullish(HeaderStamp),
    z.transform((stamp) => stamp || FIRST_UPDATE),
  ),
  additionalData: z.optional(z.nullable(z.union([DeviceInfo, shortText(200)]))),
}))
export type RequestHeader = z.infer<typeof RequestHeader>

/** Every request: the common header and the fields of the call. */
export const RequestEnvelope = z.looseObject({ requestHeader: RequestHeader })
