import type { Config } from '#server/config.ts'

type EmailedPage = 'confirmAddUser' | 'resetPassword'

/**
 * The link of an email. The caller's base is used only if it equals one of the configured bases. The
 * code stands in the fragment, which browsers send to no server and in no `Referer`.
 * @param values `undoes`: the screen says that this link also undoes a change of the bank account
 */
export function emailedLink(
  config: Config,
  requestedBase: string,
  page: EmailedPage,
  values: { user: string; code: string; undoes?: 'bank' },
): string {
  const base = ownBase(config, requestedBase)
  const query = new URLSearchParams(values).toString()
  if (page === 'confirmAddUser') {
    // The console registers no users.
    const app = base === consoleBase(config) ? config.publicUrl : base
    return `${app}/#/${page}?${query}`
  }
  return `${base}/#/${base === consoleBase(config) ? 'confirmResetPassword' : 'resetPwdWeb'}?${query}`
}

/** The requested base if it is a configured one or the console's, else `PUBLIC_URL`. */
export function ownBase(config: Config, requested: string): string {
  const base = requested.replace(/\/$/, '')
  return config.linkBases.includes(base) || base === consoleBase(config) ? base : config.publicUrl
}

const consoleBase = ({ publicUrl }: Config) => `${publicUrl}/consola`
