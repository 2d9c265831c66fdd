import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { IssuedCfe } from '#contract/entities/movement.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { Currency } from '#contract/money.ts'
import { USER } from '#contract/roles.ts'

/** A purchase of a company, or what a void or a return took back of one; the figures of these are negative. */
export const CompanyPurchase = lazyObject(() => ({
  kind: z.enum(['sale', 'void', 'return']),
  /** When it was bought, or taken back, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** Retrieval reference number of the purchase, 12 digits. */
  rrn: z.string(),
  /** Plate of the vehicle; empty when it is not known. */
  plate: z.string(),
  /** Name of the member who bought. */
  driver: z.string(),
  branchName: z.string(),
  /** The fiscal document of this line; absent when the till reported none. */
  cfe: z.optional(IssuedCfe),
  /** Code of the product, of the reference lists. */
  product: z.string(),
  /** Quantity of fuel in millilitres; 0 when the product is not a fuel. */
  millilitres: z.int(),
  currency: Currency,
  /** Amount paid in cents. */
  amount: z.int(),
  /** IVA in the amount that a company may deduct, in cents; 0 for none. */
  deductibleTax: z.int(),
}))
export type CompanyPurchase = z.infer<typeof CompanyPurchase>

/** Sums of the lines in pesos. */
const sums = {
  millilitres: z.int(),
  /** Cents. */
  amount: z.int(),
  /** Cents. */
  deductibleTax: z.int(),
}

/** The month of one vehicle of a company. */
export const CompanyVehicle = lazyObject(() => ({
  /** Id of the vehicle, as `setVehicleLimit` takes it; empty for purchases without a vehicle of the company. */
  vehicleId: z.string(),
  /** Plate; empty for purchases without one. */
  plate: z.string(),
  ...sums,
  /** The limit of each month in millilitres; 0 for none. */
  limitMillilitres: z.int(),
  /** The limit of each month in cents of peso; 0 for none. */
  limitAmount: z.int(),
}))
export type CompanyVehicle = z.infer<typeof CompanyVehicle>

const MONTH = 'Elegí un mes.'

/**
 * The month of a company: a loyalty of the caller with a RUT. It has the purchases of that loyalty and
 * those that drivers who accepted its invitation made with its vehicles since then, each with the
 * document of the till; and what voids and returns of the month took back.
 * Errors: 05 a loyalty that is unknown, ended, another user's or without a RUT, a month that is none,
 * or an invalid cursor.
 */
export const companyStatement = defineCall('loyalty', 'companyStatement', {
  access: [USER],
  mayBeStale: true,
  request: () => ({
    /** Code of the loyalty with the RUT. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    /** `yyyyMM` in Montevideo. */
    month: z.string(MONTH).check(z.regex(/^20\d\d(?:0[1-9]|1[0-2])$/, MONTH)),
    ...pagination(500),
  }),
  response: () => ({
    /** RUT of the company, 12 digits. */
    clientRUT: z.string(),
    /** Lines of this page, newest first. */
    lines: z.array(CompanyPurchase),
    /** Every vehicle of the company, and others with lines in the month. */
    vehicles: z.array(CompanyVehicle),
    /** The whole month, in pesos. */
    total: z.object(sums),
    next,
  }),
})
