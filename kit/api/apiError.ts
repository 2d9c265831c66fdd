import type { RefusalReason } from '#contract/refusalReasons.ts'
import { NETWORK_FAILURE, transportFailure } from '#contract/responseCodes.ts'

/** Why a call has no answer: no network, the time limit passed, or the server could not be reached. */
export type NoAnswer = 'offline' | 'timeout' | 'unreachable'

/** The message of an error without a text of its own (docs/specification.md, "Answer codes"). */
const UNPROCESSABLE = 'No se pudo procesar tu solicitud'

/** Milliseconds from its first try for which a call is repeated: a change of the database's primary takes less. */
const OUTAGE_MS = 30_000
/** The same after an answer that a repeat seldom mends: HTTP 500, or one that cannot be read. */
const DEFECT_MS = 4_000

/** The error of a call that did not end in 00. `message` is text for the user, never empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** A response code (05, 86, 88), an HTTP status outside 200-299, or 900. */
  readonly code: string
  /** There was an answer, but it does not match the contract. */
  readonly unprocessable: boolean
  /** Why there was no answer; null when there was one. */
  readonly noAnswer: NoAnswer | null
  /** Why the server refused the call; undefined also when this version does not know the word. */
  readonly reason: RefusalReason | undefined
  /** The seconds of the answer's `Retry-After`; undefined without one. */
  readonly retryAfter: number | undefined

  constructor(
    code: string,
    description: string,
    {
      unprocessable = false,
      noAnswer = null,
      reason,
      retryAfter,
    }: Partial<Pick<ApiError, 'unprocessable' | 'noAnswer' | 'reason' | 'retryAfter'>> = {},
  ) {
    super(description || UNPROCESSABLE)
    this.code = code
    this.unprocessable = unprocessable
    this.noAnswer = noAnswer
    this.reason = reason
    this.retryAfter = retryAfter
  }

  /** The server may or may not have executed the call: no answer, HTTP 5xx, or an answer that cannot be read. */
  get outcomeUnknown(): boolean {
    return this.code === NETWORK_FAILURE || /^5\d\d$/.test(this.code)
  }

  /**
   * Milliseconds from its first try for which the call is sent again by itself; 0: not at all. After a
   * time-out the user has waited a minute already; without a network there is nothing to wait for.
   */
  get repeatMs(): number {
    if (!this.outcomeUnknown || this.noAnswer === 'timeout' || this.noAnswer === 'offline') return 0
    return this.noAnswer || ['502', '503', '504'].includes(this.code) ? OUTAGE_MS : DEFECT_MS
  }
}

/**
 * The error of an HTTP answer outside 200-299 (docs/specification.md, "Answer codes").
 * @param status the HTTP status
 * @param body the parsed JSON of the answer: its values are the message when one of them is a text
 * @param retryAfter the seconds of its `Retry-After`
 */
export function transportError(status: number, body?: unknown, retryAfter?: number): ApiError {
  const values = valuesOf(body)
  const hasText = values.some((value) => Number.isNaN(Number(value)))
  return new ApiError(String(status), hasText ? joined(values) : transportFailure(status), {
    retryAfter,
  })
}

/**
 * The text of an action that was refused because the device has no network.
 * @param action what it would have done, as the end of a sentence: `pagar`
 */
export const offlineText = (action: string): string =>
  `Necesitás conexión para ${action}. No se pierde nada: probá de nuevo cuando vuelva.`

/** The error of a call without an HTTP answer. */
export const noAnswer = (reason: NoAnswer): ApiError =>
  new ApiError(NETWORK_FAILURE, transportFailure(0), { noAnswer: reason })

/** The ApiError of a call that threw something else: its connection failed. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : noAnswer('onLine' in navigator && !navigator.onLine ? 'offline' : 'unreachable')

/**
 * The error of an HTTP 200 that does not match the contract: a captive portal's page, or another
 * version of the server.
 * @param body the parsed JSON, whose values are the message
 */
export const unprocessable = (body?: unknown): ApiError =>
  new ApiError(NETWORK_FAILURE, joined(valuesOf(body)), { unprocessable: true })

const joined = (values: string[]) => values.join('. ')

/** The texts and numbers of a JSON error body. */
function valuesOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.values(body)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter((text) => text.trim() !== '')
}
