import * as z from 'zod/mini'
import { toDate } from '#contract/dates.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'

/** A vehicle of a loyalty. */
export const Vehicle = lazyObject(() => ({
  /** Id of the vehicle, as `removeMembership` takes it; opaque. */
  vehicleId: z.string(),
  /** Make of the vehicle: a code of the reference lists, or the name of another make. */
  mark: z.string(),
  /** Plate in upper case, without separators: `SBA1234`. */
  plate: z.string(),
  /** Code of the fuel, of the reference lists. */
  fuel: z.string(),
}))
export type Vehicle = z.infer<typeof Vehicle>

/** Points that expire on one day. */
export const ExpiringPoints = lazyObject(() => ({
  /** The last day on which they can be spent, `yyyyMMdd` in Montevideo. */
  date: z.string(),
  /** The points, whole and above zero. */
  points: z.int(),
}))
export type ExpiringPoints = z.infer<typeof ExpiringPoints>

/** A loyalty of one person in one programme. The first of a list is the current one. */
export const Loyalty = lazyObject(() => ({
  /** Code of the loyalty, as other calls take it; opaque. */
  loyaltyCode: z.string(),
  /** Code of the programme, as `membershipRequestList` lists it. */
  programme: z.string(),
  /** Name of the programme, in Spanish. */
  programmeName: z.string(),
  /** Name of the member. */
  holder: z.string(),
  /** All points, pending ones included, whole and never below zero. */
  points: z.int(),
  /** The points that can be spent now. Absent from an older server, as are the four fields below. */
  spendablePoints: z.optional(z.int()),
  /** The points that cannot be spent yet; 0 when there are none. */
  pendingPoints: z.optional(z.int()),
  /** When the next of the pending points can be spent, `yyyyMMddHHmmss` in Montevideo; empty without any. */
  pendingUntil: z.optional(z.string()),
  /** What expires next, the earliest first: at most five days. */
  expiring: z.optional(z.array(ExpiringPoints)),
  /** Points that voids and returns could not take back, and that the next accruals are set off against. */
  shortfall: z.optional(z.int()),
  /** When the loyalty began, `yyyyMMddHHmmss` in Montevideo. */
  since: Stamp,
  /** RUT of the company that is billed; empty when there is none. */
  clientRUT: z.string(),
  /** Number of the loyalty card, 6 to 16 digits; empty when there is none. */
  clientCardNumber: z.string(),
  /** Vehicles in force of the loyalty. */
  vehicles: z.array(Vehicle),
  // Not by `...answeredBankAccount`: the page's inline script imports this file, and a bundler keeps a spread.
  /**
   * Bank of the account, by the name or the number of the reference lists; the five account fields
   * are empty without an account.
   */
  accountBank: z.string(),
  /** Type of the account: `CC` current account, `CA` savings account; empty without an account. */
  accountBankType: z.string(),
  /** Number of the account, 5 to 20 digits; empty without an account. */
  accountBankNumber: z.string(),
  /** Code or name of the bank's branch; empty when there is none. */
  accountBankBranch: z.string(),
  /** Name of the account holder, as the bank has it; may be empty. */
  accountName: z.string(),
}))
export type Loyalty = z.infer<typeof Loyalty>

/** The loyalty code of a person without a loyalty. */
export const NO_LOYALTY = ''

/** Most vehicles in force of one loyalty. */
export const MAX_VEHICLES = 10

/**
 * The day some months later as `yyyyMMdd` in Montevideo, or the last day of that month when it has no
 * such day.
 */
export function monthsLater(instant: Date, months: number): string {
  const day = toDate(instant)
  const [year, month, date] = [+day.slice(0, 4), +day.slice(4, 6) + months, +day.slice(6)]
  // Day 0 of the next month is the last day of the month.
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const last = new Date(Date.UTC(year, month - 1, Math.min(date, lastOfMonth)))
  return last.toISOString().slice(0, 10).replaceAll('-', '')
}

/** How long the points of an ended loyalty are retained, in months. */
export const RETAINED_MONTHS = 12

/** The last day, as `yyyyMMdd` in Montevideo, on which the points of a loyalty are given back. */
export const pointsRetainedUntil = (endedAt: Date): string => monthsLater(endedAt, RETAINED_MONTHS)

/** Whether the points of a loyalty that ended then can still be given back. */
export const arePointsRetained = (endedAt: Date, now: Date): boolean =>
  toDate(now) <= pointsRetainedUntil(endedAt)
