import * as z from 'zod/mini'
import { Stamp } from '#contract/fields/stamp.ts'

/** A vehicle of a membership. */
export const Vehicle = z.object({
  vehicleId: z.string(),
  /** A code of `reference/vehicleMakes.ts`. */
  mark: z.string(),
  /** Upper case, without separators: `SBA1234`. */
  plate: z.string(),
  /** A fuel code of `reference/stationServices.ts`. */
  fuel: z.string(),
})

/** A membership of one person in one programme. The first of a list is the current one. */
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
