import * as z from 'zod/mini'
import { toDate } from '#contract/dates.ts'
import { Stamp } from '#contract/fields/stamp.ts'

export const Vehicle = z.object({
  vehicleId: z.string(),
  /** A code of `reference/vehicleMakes.ts`, or the name of another make. */
  mark: z.string(),
  /** Upper case, without separators: `SBA1234`. */
  plate: z.string(),
  /** A fuel code of `reference/stationServices.ts`. */
  fuel: z.string(),
})
export type Vehicle = z.infer<typeof Vehicle>

/** A loyalty of one person in one programme. The first of a list is the current one. */
export const Loyalty = z.object({
  loyaltyCode: z.string(),
  programme: z.string(),
  programmeName: z.string(),
  /** Name of the member. */
  holder: z.string(),
  /** Whole points, never below zero. */
  points: z.int(),
  since: Stamp,
  /** RUT of the company that is billed; empty when there is none. */
  clientRUT: z.string(),
  clientCardNumber: z.string(),
  vehicles: z.array(Vehicle),
  // Not by `...answeredBankAccount`: the page's inline script imports this file, and a bundler keeps a spread.
  /** A bank as `parseBank` of `reference/banks.ts` gives it; the five account fields are empty without an account. */
  accountBank: z.string(),
  /** `CC` current account, `CA` savings account. */
  accountBankType: z.string(),
  accountBankNumber: z.string(),
  accountBankBranch: z.string(),
  accountName: z.string(),
})
export type Loyalty = z.infer<typeof Loyalty>

/** The loyalty code of a person without a loyalty. */
export const NO_LOYALTY = ''

/** Most vehicles in force of one loyalty. */
export const MAX_VEHICLES = 10

/** How long the points of an ended loyalty are retained, in months. */
const RETAINED_MONTHS = 12

/**
 * The last day, as `yyyyMMdd` in Montevideo, on which the points of a loyalty are given back: the
 * day of its end 12 months later, or the last day of that month when it has no such day.
 */
export function pointsRetainedUntil(endedAt: Date): string {
  const day = toDate(endedAt)
  const [year, month, date] = [+day.slice(0, 4), +day.slice(4, 6) + RETAINED_MONTHS, +day.slice(6)]
  // Day 0 of the next month is the last day of the month.
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const last = new Date(Date.UTC(year, month - 1, Math.min(date, lastOfMonth)))
  return last.toISOString().slice(0, 10).replaceAll('-', '')
}

/** Whether the points of a loyalty that ended then can still be given back. */
export const arePointsRetained = (endedAt: Date, now: Date): boolean =>
  toDate(now) <= pointsRetainedUntil(endedAt)
