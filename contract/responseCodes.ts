/** The answer codes of a response header (docs/specification.md, "Answer codes"), compared as strings. */
export const OK = '00'
/** Denied: the sentence in `responseDescription` is for the person's eyes. */
export const DENIED = '05'
/** Right password, account not confirmed yet. */
export const UNVERIFIED = '86'
/** The session is missing, expired or revoked. */
export const INVALID_SESSION = '88'
/** Made by the client alone: no HTTP status was had (no network, time-out, unreadable answer). */
export const NETWORK_FAILURE = '900'

/** A code that a server may answer inside an HTTP 200. */
export type ResponseCode = typeof OK | typeof DENIED | typeof UNVERIFIED | typeof INVALID_SESSION

/** The description that goes with `OK`. */
export const AUTHORIZED = 'AUTORIZADO'
/** The description that goes with `INVALID_SESSION`. */
export const SESSION_OVER = 'Tu sesión venció. Ingresá de nuevo.'

/** What is said to someone who decides in a session that has shown no second factor. */
export const SECOND_FACTOR_FIRST = 'Para decidir tenés que ingresar con tu segundo factor.'

/** Text of a failure of transport: HTTP status outside 200-299, or 900. */
export function transportFailure(status: number): string {
  return `Error al procesar - ${status === 0 ? NETWORK_FAILURE : status}`
}
