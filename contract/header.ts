import * as z from 'zod/mini'
import { FIRST_UPDATE, toHeaderTime } from '#contract/dates.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import type { RequestHeader } from '#contract/requestHeader.ts'

/** How long the app waits for an answer, in milliseconds. */
export const REQUEST_TIMEOUT = 60_000

/** Version of the app, without the platform's prefix. */
export const APP_VERSION = '1.7.0'

/** Net id of the app; each integrator gets its own. */
export const APP_NET = { netId: 'SURTIDOR', netDescription: 'Surtidor app' } as const

/** HTTP header of each answer: a digest of the contracts that its server was built from. */
export const CONTRACT_VERSION_HEADER = 'surtidor-contract'

/** A reference list that changed. */
export const UpdatedList = lazyObject(() => ({
  /** Name of the list: `banks` or `marks`. */
  name: z.string(),
  /** The whole list as JSON text. */
  value: z.string(),
}))

/** The common header of every answer. */
export const ResponseHeader = lazyObject(() => ({
  /**
   * What happened: `00` done, `05` denied, `86` account not confirmed, `88` no session in force.
   */
  responseCode: z.string(),
  /** `AUTORIZADO` with code 00; otherwise a sentence in Spanish to show to the user. */
  responseDescription: z.string(),
  /** Why the call was refused: a word of `refusalReasons.ts`, or a later one; absent with 00. */
  reason: z.optional(z.string()),
  /** Retrieval reference number of the answer, 12 digits, unique. */
  rrn: z.string(),
  /** Reference lists that changed since the request's `lastUpdateData`; null when none did. */
  updatedData: z.nullable(z.array(UpdatedList)),
}))
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
