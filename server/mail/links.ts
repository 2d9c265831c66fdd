import type { Config } from '#server/config.ts'

/** Screens that an email links to. */
type EmailedPage = 'confirmAddUser' | 'resetPassword'

/**
 * The link of an email. The caller's base is used only if it equals one of the configured bases. The
 * code stands in the fragment, which browsers send to no server and in no `Referer`.
 */
export function emailedLink(
  config: Config,
  requestedBase: string,
  page: EmailedPage,
  values: { user: string; code: string },
): string {
  const base = ownBase(config, requestedBase)
  // The reset has one page for browsers and another one for the installed app.
  const reset = base.startsWith('http') ? 'resetPwdWeb' : 'confirmResetPassword'
  const screen = page === 'resetPassword' ? reset : page
  return `${base}/#/${screen}?${new URLSearchParams(values).toString()}`
}

/** The requested base if it is a configured one, else `PUBLIC_URL`. */
export function ownBase(config: Config, requested: string): string {
  const base = requested.replace(/\/$/, '')
  return config.linkBases.includes(base) ? base : config.publicUrl
}
