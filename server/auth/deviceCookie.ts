import { createHmac, timingSafeEqual } from 'node:crypto'
import { newToken } from '#server/http/callPipeline.ts'
import type { Context } from '#server/context.ts'

/**
 * What a browser keeps after a login: that it was here with this very account (OWASP's device
 * cookie). It lets nobody in; wrong guesses from it count apart, so that a stranger's do not make
 * the owner wait.
 */
export const newDevice = (context: Context, email: string): string =>
  signed(context, email, newToken(context.random))

/** Whether we gave a browser this word, for this account. */
export function isKnownDevice(
  context: Context,
  email: string,
  device: string | undefined,
): device is string {
  if (device === undefined) return false
  const [name = ''] = device.split('.')
  const [given, right] = [Buffer.from(device), Buffer.from(signed(context, email, name))]
  return given.length === right.length && timingSafeEqual(given, right)
}

function signed({ config }: Context, email: string, name: string): string {
  const signature = createHmac('sha256', config.secret).update(`device ${name} ${email}`)
  return `${name}.${signature.digest('base64url')}`
}
