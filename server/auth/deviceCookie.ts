import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { newToken } from '#server/http/callPipeline.ts'

/**
 * A device cookie (OWASP): a browser stores it after a login to an account. It grants no access.
 * Wrong passwords from that browser are counted apart, so that a stranger's guesses do not throttle
 * the owner.
 */
export const newDevice = (context: Context, email: string): string =>
  signed(context, email, newToken(context.random))

/** Whether this server issued the cookie, for this account. */
export function isKnownDevice(
  context: Context,
  email: string,
  device: string | undefined,
): device is string {
  if (device === undefined) return false
  const [name = ''] = device.split('.')
  const [given, expected] = [Buffer.from(device), Buffer.from(signed(context, email, name))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signed({ config }: Context, email: string, name: string): string {
  const signature = createHmac('sha256', config.secret).update(`device ${name} ${email}`)
  return `${name}.${signature.digest('base64url')}`
}
