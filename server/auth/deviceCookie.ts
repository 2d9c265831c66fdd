import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PersonRow } from '#db/accounts/people.ts'
import { newToken } from '#server/auth/newToken.ts'
import type { Context } from '#server/context.ts'

/** The account that a device cookie is for; its password hash differs after every change. */
type Account = Pick<PersonRow, 'email' | 'passwordHash'>

/**
 * A device cookie (OWASP): a browser stores it after a login to an account. It grants no access.
 * Wrong passwords from that browser are counted apart, so that a stranger's guesses do not delay
 * the owner. It ends with the password under which it was issued: who knew that one is no longer
 * known to be the owner.
 */
export const newDevice = (context: Context, account: Account): string =>
  signed(context, account, newToken(context.random))

/**
 * Whether this server issued the cookie, for this account and its present password.
 * @param account undefined: there is no such account, and no cookie of it
 */
export function isKnownDevice(
  context: Context,
  account: Account | undefined,
  device: string | undefined,
): device is string {
  if (device === undefined || !account) return false
  const [name = ''] = device.split('.')
  const [given, expected] = [Buffer.from(device), Buffer.from(signed(context, account, name))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signed({ config }: Context, { email, passwordHash }: Account, name: string): string {
  const signature = createHmac('sha256', config.secret).update(
    `device ${name} ${email} ${passwordHash}`,
  )
  return `${name}.${signature.digest('base64url')}`
}
