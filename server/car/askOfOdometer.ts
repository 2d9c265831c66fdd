import { shortDate } from '#contract/dates.ts'
import { type LogEntry, MAX_KM_PER_DAY } from '#contract/entities/car/logEntry.ts'
import { dayNumber } from '#server/car/figuresOf.ts'
import { refuse } from '#server/http/errors.ts'

type Reading = Pick<LogEntry, 'id' | 'kind' | 'datetime' | 'odometer'>

/** A typed entry has no time of its day. */
const isBefore = (one: Reading, other: Reading) =>
  one.kind === 'purchase' && other.kind === 'purchase'
    ? one.datetime < other.datetime
    : one.datetime.slice(0, 8) < other.datetime.slice(0, 8)

/**
 * Asks whether an odometer is right.
 * @param log the other entries of the car, newest first
 * @throws a refusal in words that ask, when it is out of order or far above the one before
 */
export function askOfOdometer(log: readonly Reading[], entry: Reading): void {
  const { odometer } = entry
  if (odometer === null) return
  const others = log.filter(({ id, odometer: read }) => id !== entry.id && read !== null)
  const before = others.find((other) => isBefore(other, entry))
  const after = others.findLast((other) => isBefore(entry, other))
  const now = grouped(odometer)
  const told = ({ datetime, odometer: read }: Reading) =>
    `El ${shortDate(datetime)} anotaste ${grouped(read ?? 0)} km`
  if (before && odometer < (before.odometer ?? 0))
    throw refuse(`${told(before)}, más que estos ${now}: ¿está bien así?`, 'odometer_order')
  if (after && odometer > (after.odometer ?? 0))
    throw refuse(`${told(after)}, menos que estos ${now}: ¿está bien así?`, 'odometer_order')
  if (!before) return
  const km = odometer - (before.odometer ?? 0)
  const days = Math.max(1, dayNumber(entry.datetime) - dayNumber(before.datetime))
  if (km > days * MAX_KM_PER_DAY)
    throw refuse(
      `${told(before)}: desde ese día serían ${grouped(km)} km. ¿Está bien así?`,
      'odometer_jump',
    )
}

export const grouped = (km: number) => String(km).replaceAll(/\B(?=(?:\d{3})+$)/g, '.')
