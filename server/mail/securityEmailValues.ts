import { TIME_ZONE } from '#contract/dates.ts'
import type { Context } from '#server/context.ts'
import type { AnonymousCaller } from '#server/http/defineHandler.ts'
import { deviceKind } from '#server/http/deviceName.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es-UY', { timeZone: TIME_ZONE, ...options })
const DAY = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const TIME = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/**
 * The values `when` and `device` of an email about the security of an account: the time in Montevideo
 * and the kind of device of the call, of which no text comes from the caller.
 */
export function circumstancesOf(
  { now }: Pick<Context, 'now'>,
  { header, userAgent }: Pick<AnonymousCaller, 'header' | 'userAgent'>,
): { when: string; device: string } {
  const instant = now()
  const day = DAY.format(instant).replace(',', '')
  return { when: `${day} a las ${TIME.format(instant)}`, device: deviceKind(header, userAgent) }
}
