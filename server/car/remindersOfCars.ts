import { DAY_MS, fromStamp, toDate, toStamp } from '#contract/dates.ts'
import type { CarReminder } from '#contract/entities/car/reminder.ts'
import { logOf } from '#db/car/carLog.ts'
import { remindersOf } from '#db/car/carReminders.ts'
import type { Db } from '#db/core/db.ts'
import { distanceOf } from '#server/car/figuresOf.ts'
import { inOrder } from '#server/car/logOrder.ts'

/** Days and kilometres before a reminder is due in which its person is notified. */
const [SOON_DAYS, SOON_KM] = [14, 500]
/** Days within which an odometer can be expected. */
const MAX_DAYS = 3650
/** Days of the log that say how far a car goes in a day. */
const PACE_DAYS = 365
/** After every day. */
const NEVER = '99999999'

/** The newest odometer of a car, with its day `yyyyMMdd`, and the metres a day of its figures. */
interface Reading {
  odometer: number
  date: string
  metresPerDay: number | null
}

/** The newest odometer of each car of a person, by its plate. */
export async function readingsOf(db: Db, personId: string, now: Date) {
  const from = toStamp(new Date(now.getTime() - PACE_DAYS * DAY_MS))
  const log = (await logOf(db, personId, { read: true })).map(({ entry }) => entry)
  const readings = new Map<string, Reading>()
  for (const [plate, some] of Map.groupBy(log, (entry) => entry.plate)) {
    const { odometer, datetime } = inOrder(some).at(-1) ?? {}
    const metresPerDay = distanceOf(some, from)?.metresPerDay ?? null
    if (typeof odometer === 'number' && datetime)
      readings.set(plate, { odometer, date: datetime.slice(0, 8), metresPerDay })
  }
  return readings
}

/** The reminders of a person's cars, the next one first. */
export async function remindersOfCars(db: Db, personId: string, now: Date) {
  const own = await remindersOf(db, personId)
  const readings = await readingsOf(db, personId, now)
  return own
    .map(({ id: reminderId, personId: _owner, ...fields }) => {
      const timing = timingOf(fields, readings.get(fields.plate), toDate(now))
      return { reminderId, ...fields, ...timing }
    })
    .toSorted((one, other) => +(one.expected ?? NEVER) - +(other.expected ?? NEVER))
}

function timingOf(
  { dueDate, dueOdometer }: { dueDate: string | null; dueOdometer: number | null },
  reading: Reading | undefined,
  today: string,
): Pick<CarReminder, 'expected' | 'state'> {
  const reached = dueOdometer !== null && reading ? reachedOn(dueOdometer, reading) : null
  const [expected = null] = [dueDate, reached].filter((day) => day !== null).toSorted()
  if ((expected ?? NEVER) <= today) return { expected, state: 'due' }
  const isSoon =
    (expected ?? NEVER) <= daysLater(today, SOON_DAYS) ||
    (dueOdometer !== null && reading && dueOdometer - reading.odometer <= SOON_KM)
  return { expected, state: isSoon ? 'soon' : 'later' }
}

/** The day on which a car has an odometer, or had at the latest; null when the log cannot say. */
function reachedOn(kilometres: number, { odometer, date, metresPerDay }: Reading): string | null {
  if (odometer >= kilometres) return date
  if (!metresPerDay) return null
  const days = Math.ceil(((kilometres - odometer) * 1000) / metresPerDay)
  return days <= MAX_DAYS ? daysLater(date, days) : null
}

const daysLater = (date: string, days: number): string =>
  toDate(new Date((fromStamp(`${date}120000`)?.getTime() ?? 0) + days * DAY_MS))
