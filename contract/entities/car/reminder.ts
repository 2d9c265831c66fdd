import * as z from 'zod/mini'
import { TYPED_KINDS, typedEntryFields } from '#contract/entities/car/logEntry.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode, singleLine } from '#contract/fields/text.ts'

const { service, tyres, insurance, patente } = TYPED_KINDS
const licence = 'Licencia de conducir'
/** What a driver is reminded of, with the Spanish name. */
export const REMINDER_KINDS = {
  service,
  tyres,
  insurance,
  patente,
  licence,
  other: 'Otro',
} as const
export type ReminderKind = keyof typeof REMINDER_KINDS

/** Reminders of one person. */
export const MAX_REMINDERS = 100

const KIND = 'Elegí de qué te avisamos.'
const KM = 'Escribí los kilómetros: un número entero de 1 a 9.999.999.'
const MONTHS = 'Escribí cada cuántos meses se repite, de 1 a 120.'
const upTo = (most: number, sentence: string) =>
  z.nullish(z.int(sentence).check(z.gte(1, sentence), z.lte(most, sentence)))

const dueFields = () => ({
  /** What it is about: `service`, `tyres`, `insurance`, `patente`, `licence` or `other`. */
  kind: z.enum(Object.keys(REMINDER_KINDS) as [ReminderKind], KIND),
  /** The day, `yyyyMMdd`; null or left out for none. */
  dueDate: z.nullish(typedEntryFields().date),
  /** The odometer in kilometres, 1 to 9,999,999; null or left out for none. */
  dueOdometer: upTo(9_999_999, KM),
  /** Months after which it comes back when it is done, 1 to 120; null or left out for never. */
  everyMonths: upTo(120, MONTHS),
  /** Kilometres after which it comes back when it is done, 1 to 9,999,999; null or left out for never. */
  everyKm: upTo(9_999_999, KM),
})

/** A reminder as a driver types it: by a date, by an odometer, or by the first of both. */
export const reminderFields = () => ({
  /** Id of the reminder to change; empty or left out for a new one. */
  reminderId: withDefault(opaqueCode(40, 'Elegí un recordatorio de la lista.'), ''),
  /** Plate of the car. */
  plate: typedEntryFields().plate,
  /** A note of one line. */
  note: withDefault(singleLine(80, 'La nota'), ''),
  ...dueFields(),
})

/** A reminder of one of the caller's cars. */
export const CarReminder = lazyObject(() => ({
  /** Id of the reminder, as `saveCarReminder` takes it; opaque. */
  reminderId: z.string(),
  plate: z.string(),
  note: z.string(),
  ...dueFields(),
  /**
   * The day on which it is due, `yyyyMMdd`: the earlier of its date and the day on which the car reaches its
   * odometer, by the newest odometer and the kilometres a day of a year. Null when the log cannot say.
   */
  expected: z.nullable(z.string()),
  /** `due` from that day on, `soon` in the 14 days or 500 km before it, else `later`. */
  state: z.enum(['later', 'soon', 'due']),
}))
export type CarReminder = z.infer<typeof CarReminder>
