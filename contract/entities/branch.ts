import * as z from 'zod/mini'

/** A station of the network, as `branches` lists it. */
export const Branch = z.object({
  code: z.string(),
  name: z.string(),
  address: z.string(),
  /** Two-letter code of `reference/departments.ts`. */
  department: z.string(),
  /** Degrees, WGS 84. */
  latitude: z.number(),
  longitude: z.number(),
  /** Free text. */
  openingHours: z.string(),
  /** Codes and values of `reference/stationServices.ts`. */
  services: z.array(z.object({ code: z.string(), values: z.array(z.string()) })),
  fuels: z.array(
    z.object({
      /** A fuel code of `reference/stationServices.ts`. */
      code: z.string(),
      /** Official maximum price in cents of peso per litre (per kilogram for supergas). */
      price: z.int(),
      /** `yyyyMMdd`, the first day of this price. */
      validFrom: z.string(),
    }),
  ),
})
export type Branch = z.infer<typeof Branch>
