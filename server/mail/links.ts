import type { Config } from '#server/config.ts'

/** Screens that a mail leads to. */
export type EmailedPage = 'confirmAddUser' | 'resetPassword'

/**
 * The address in a mail. Its base is the caller's only when it is one of ours, to the letter; the
 * secret travels behind the hash, which no server, log or referrer ever sees.
 */
export function emailedLink(
  config: Config,
  wanted: string,
  page: EmailedPage,
  values: { user: string; code: string },
): string {
  const base = ownBase(config, wanted)
  // The reset has a page for browsers and another inside the app that a phone has installed.
  const reset = base.startsWith('http') ? 'resetPwdWeb' : 'confirmResetPassword'
  const screen = page === 'resetPassword' ? reset : page
  return `${base}/#/${screen}?${new URLSearchParams(values).toString()}`
}

/** The base that was asked for, if it is ours; else the configured one. */
export function ownBase(config: Config, wanted: string): string {
  const bare = wanted.replace(/\/$/, '')
  return config.linkBases.includes(bare) ? bare : config.publicUrl
}
