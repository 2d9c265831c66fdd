import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** A station of the network, as `branches` lists it. */
export const Branch = lazyObject(() => ({
  /** Code of the station, as `branchCode` of other calls takes it. */
  code: z.string(),
  name: z.string(),
  /** Street, city and country, joined by commas. */
  address: z.string(),
  /** Two-letter code of the department (ISO 3166-2:UY), of the reference lists. */
  department: z.string(),
  /** Latitude in degrees, WGS 84. */
  latitude: z.number(),
  /** Longitude in degrees, WGS 84. */
  longitude: z.number(),
  /** Opening hours as free text in Spanish. */
  openingHours: z.string(),
  services: z.array(
    z.object({
      /** Code of the service, of the reference lists. */
      code: z.string(),
      /** What the station offers of the service; empty when nothing specifies it. */
      values: z.array(z.string()),
    }),
  ),
  /** Fuels that the station sells, with the newest price that has begun. */
  fuels: z.array(
    z.object({
      /** Code of the fuel, of the reference lists. */
      code: z.string(),
      /** Official maximum price in cents of peso per litre (per kilogram for supergas). */
      price: z.int(),
      /** First day of this price, `yyyyMMdd` in Montevideo. */
      validFrom: z.string(),
      /**
       * Last day of this price, `yyyyMMdd`; empty: until the next one begins. After it the present
       * price is not known.
       */
      validTo: z.optional(z.string()),
    }),
  ),
  /**
   * The refund of petrol that a final consumer pays by card near the border (Ley 18.083), by the newest rate
   * that has begun; missing elsewhere, without a rate, and from older servers.
   */
  borderRefund: z.optional(
    z.object({
      /** Hundredths of a percent of the amount: 3200 is 32 %. */
      basisPoints: z.int(),
      /** First day of this rate, `yyyyMMdd` in Montevideo. */
      validFrom: z.string(),
      /** Its last day; empty: until the next one begins. After it no rate is known. */
      validTo: z.string(),
    }),
  ),
}))
export type Branch = z.infer<typeof Branch>
