import { NETWORK_FAILURE, transportFailure } from '#contract/responseCodes.ts'

/** A call that did not end in 00. `message` is written for the person's eyes. */
export class ApiError extends Error {
  override readonly name = 'CallFailure'
  /** A response code (05, 86, 88), an HTTP status outside 200-299, or 900. */
  readonly code: string
  /** Somebody answered, and not as the contract promises. */
  readonly unprocessable: boolean

  constructor(code: string, description: string, unprocessable = false) {
    super(description)
    this.code = code
    this.unprocessable = unprocessable
  }

  /** Nobody answered: no network, or a time-out. */
  get noAnswer(): boolean {
    return this.code === NETWORK_FAILURE && !this.unprocessable
  }

  /** The call may or may not have been done: nobody answered, a broken server, or nobody can read it. */
  get outcomeUnknown(): boolean {
    return this.code === NETWORK_FAILURE || /^5\d\d$/.test(this.code)
  }
}

/**
 * A transport failure (docs/specification.md, "Answer codes").
 * @param status the HTTP status; 0 when none was had
 */
export function transportError(status: number): ApiError {
  return new ApiError(status === 0 ? NETWORK_FAILURE : String(status), transportFailure(status))
}

/**
 * A 200 outside of the contract: some network's own page, or a server of another version.
 * @param body what came, for the words that it may have; without it there are none to be shown
 */
export const unprocessable = (body?: unknown): ApiError =>
  new ApiError(NETWORK_FAILURE, alertText(body), true)

/** What the generic alert says of an error that nobody could read. */
export const UNPROCESSABLE = 'No se pudo procesar tu solicitud'

/**
 * The text of the generic alert (docs/specification.md, "Answer codes"): a failure says its own sentence,
 * a JSON error body is joined by its values with '. ', anything else is `UNPROCESSABLE`.
 */
export function alertText(error: unknown): string {
  if (error instanceof ApiError) return error.message || UNPROCESSABLE
  const values = valuesOf(error)
  return values.length > 0 ? values.join('. ') : UNPROCESSABLE
}

function valuesOf(error: unknown): string[] {
  const body = typeof error === 'string' ? parsed(error) : error
  if (typeof body !== 'object' || body === null || body instanceof Error) return []
  return Object.values(body)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter((text) => text.trim() !== '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
