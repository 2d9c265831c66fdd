import * as z from 'zod/mini'
import { Stamp } from '#contract/money.ts'

export const Vehicle = z.object({
  vehicleId: z.string(),
  /** Make, free text from the reference list. */
  mark: z.string(),
  plate: z.string(),
  /** A fuel code of `reference/stationServices.ts`. */
  fuel: z.string(),
})

/** A membership of one person in one programme. The first of a list is the current one. */
export const Loyalty = z.object({
  loyaltyCode: z.string(),
  programme: z.string(),
  programmeName: z.string(),
  holder: z.string(),
  /** Whole points, never below zero. */
  points: z.int(),
  since: Stamp,
  clientRUT: z.string(),
  clientCardNumber: z.string(),
  vehicles: z.array(Vehicle),
  accountBank: z.string(),
  /** CC current account, CA savings. */
  accountBankType: z.string(),
  accountBankNumber: z.string(),
  accountBankBranch: z.string(),
  accountName: z.string(),
})
export type Loyalty = z.infer<typeof Loyalty>

/** A person without a loyalty still has one entry to hold on to, with an empty code. */
export const NO_LOYALTY = ''
