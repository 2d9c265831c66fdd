import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { AccrualRule } from '#contract/entities/accrualRule.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** An accrual rule in force, with what a member has to know of its points. */
const BenefitRule = lazyObject(() => ({
  ...AccrualRule.shape,
  /** Discount at the pump in hundredths of a percent; 0: none. */
  discountBasisPoints: z.int(),
  /** Whole days after the day of the posting, at whose end the points can be spent; 0: at once. */
  pendingDays: z.int(),
  /** Months after the day of the posting, at the end of whose last day the points expire. */
  expiresMonths: z.int(),
}))
export type BenefitRule = z.infer<typeof BenefitRule>

/** What a programme gives to its members now. */
const ProgrammeBenefits = lazyObject(() => ({
  /** Code of the programme, as `membershipRequest` takes it. */
  code: z.string(),
  /** Name of the programme, in Spanish. */
  name: z.string(),
  /** Whether a sponsor decides on requests before the network. */
  sponsored: z.boolean(),
  /** Cents of pesos that a till gives for a point without a reward; 0: it takes points for rewards only. */
  pointValue: z.int(),
  /** The rule of each product that decides while none of `campaigns` does; products that get nothing are absent. */
  products: z.array(BenefitRule),
  /** The rules with conditions of weekday, hours or means, which decide in place of those of `products`. */
  campaigns: z.array(BenefitRule),
  /** The three cheapest rewards in force, those that every station gives before others. */
  rewards: z.array(
    z.object({
      title: z.string(),
      /** The points that it costs. */
      points: z.int(),
      /** Whether all stations give it. */
      everywhere: z.boolean(),
    }),
  ),
}))
export type ProgrammeBenefits = z.infer<typeof ProgrammeBenefits>

/** What the programmes give by the rules that are in force now, to tell before a person joins. The same for every caller. */
export const programmes = defineCall('info', 'programmes', {
  access: 'open',
  response: () => ({
    /** All programmes, those without a sponsor first, then by name. */
    programmes: z.array(ProgrammeBenefits),
  }),
})
