/**
 * Done. The codes of a response header are compared as strings (docs/specification.md, "Answer
 * codes").
 */
export const OK = '00'
/** Denied: `responseDescription` is a sentence to show to the user. */
export const DENIED = '05'
/** The password is right, but the account is not confirmed. */
export const UNVERIFIED = '86'
/** The session is missing, expired or revoked. */
export const INVALID_SESSION = '88'
/** Set by the client, never by the server: no HTTP answer, a time-out or an unreadable body. */
export const NETWORK_FAILURE = '900'

/** A code that the server answers inside an HTTP 200. */
export type ResponseCode = typeof OK | typeof DENIED | typeof UNVERIFIED | typeof INVALID_SESSION

/** `responseDescription` of `OK`. */
export const AUTHORIZED = 'AUTORIZADO'
/** `responseDescription` of `INVALID_SESSION`. */
export const SESSION_OVER = 'Tu sesión venció. Ingresá de nuevo.'

/** `responseDescription` of a call whose session has not shown the second factor that it needs. */
export const SECOND_FACTOR_NOT_SHOWN =
  'Para seguir, ingresá primero el código de tu segundo factor.'

/**
 * The sentence for a transport failure.
 * @param status HTTP status outside 200-299; 0 when there was no HTTP answer, shown as 900
 */
export function transportFailure(status: number): string {
  return `Error al procesar - ${status === 0 ? NETWORK_FAILURE : status}`
}
