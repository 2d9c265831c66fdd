import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { USER } from '#contract/roles.ts'

/** A driver of a company, or one who was invited. */
export const CompanyDriver = lazyObject(() => ({
  /** Id of the invitation; opaque. */
  invitationId: z.string(),
  /** Code of the company's loyalty when it is the caller's; empty when the caller is the driver. */
  loyaltyCode: z.string(),
  /** Name of the company's holder. */
  holder: z.string(),
  /** RUT of the company, 12 digits. */
  clientRUT: z.string(),
  /** The address that was invited. */
  email: z.string(),
  /** Name of the driver; empty until they accept. */
  driver: z.string(),
  /** When the driver was invited, `yyyyMMddHHmmss` in Montevideo. */
  invitedAt: Stamp,
  /** When the driver accepted, `yyyyMMddHHmmss` in Montevideo; empty before. */
  acceptedAt: z.string(),
}))
export type CompanyDriver = z.infer<typeof CompanyDriver>

/** The drivers of the caller's companies, and the companies that invited the caller, without those that ended. */
export const companyDrivers = defineCall('loyalty', 'companyDrivers', {
  access: [USER],
  response: () => ({
    /** Newest first. */
    drivers: z.array(CompanyDriver),
  }),
})
