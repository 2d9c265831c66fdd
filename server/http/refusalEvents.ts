/**
 * The log event of each reason for a refusal that may be a part of an attack. The metric
 * `surtidor_refused_total` counts by the reasons.
 */
export const REFUSAL_EVENTS = {
  login: { event: 'auth.login_refused' },
  /** The current password of a session's account. */
  password: { event: 'auth.password_refused' },
  /** A code that was sent by email. */
  code: { event: 'auth.code_refused' },
  second_factor: { event: 'auth.second_factor_refused' },
  /** A call of a session that has not shown its second factor. */
  second_factor_missing: { event: 'auth.second_factor_missing' },
  passkey: { event: 'auth.passkey_refused' },
  /** The signature counter of a passkey did not rise: a copy of it is in use. */
  passkey_counter: { event: 'auth.passkey_copied' },
  role: { event: 'auth.role_refused' },
  /** A call of a terminal whose signature is not valid. */
  terminal: { event: 'auth.terminal_refused' },
  /** An audit number that was used for another request. */
  replay: { event: 'auth.replay_refused' },
  /** HTTP 429: the wait after wrong tries, or a full queue. */
  throttle: { event: 'auth.throttled' },
  /** HTTP 429: too many requests of one address. */
  rate_limit: { event: 'http.rate_limited' },
} as const
