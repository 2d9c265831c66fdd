import * as z from 'zod/mini'
import { typed, typedCents, typedNumber } from '#app/features/stationPayment/typedCents.ts'
import { purchaseNoteFields, typedEntryFields } from '#contract/entities/car/logEntry.ts'
import { reminderFields } from '#contract/entities/car/reminder.ts'
import { dateDigits } from '#contract/fields/birthdate.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** Litres with a comma or a dot before up to three decimals, as millilitres; null for any other text. */
function typedMillilitres(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 1000 + Number(decimals.padEnd(3, '0'))
}

/** A number that a text has to be, so that the contract's sentence is shown for any other. */
const must = (parse: (text: string) => number | null) => (text: string) => parse(text) ?? Number.NaN
export const typedKm = (text: string) => (text.trim() === '' ? null : must(typedNumber)(text))
const checked = z.pipe(
  z.transform((value) => value === 'on'),
  z.boolean(),
)

/** What both forms have, as it is typed. */
const added = () => {
  const { odometer, note } = purchaseNoteFields()
  return { odometer: typed(typedKm, odometer), full: checked, missed: checked, note }
}

export const PurchaseNote = lazyObject(() => ({ plate: purchaseNoteFields().plate, ...added() }))

export const TypedExpense = lazyObject(() => {
  const { plate, kind, date, amount, place } = typedEntryFields()
  return {
    plate,
    kind,
    place,
    date: typed(dateDigits, date),
    amount: typed(must(typedCents), amount),
    ...added(),
  }
})

export const TypedTankful = lazyObject(() => {
  const { product, millilitres } = typedEntryFields()
  return { ...TypedExpense.shape, product, millilitres: typed(must(typedMillilitres), millilitres) }
})

export const TypedReminder = lazyObject(() => {
  const { kind, note, dueDate, dueOdometer, everyMonths, everyKm } = reminderFields()
  return {
    kind,
    note,
    dueDate: typed((text) => dateDigits(text) || null, dueDate),
    dueOdometer: typed(typedKm, dueOdometer),
    everyMonths: typed(typedKm, everyMonths),
    everyKm: typed(typedKm, everyKm),
  }
})
