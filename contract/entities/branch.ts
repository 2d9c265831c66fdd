import * as z from 'zod/mini'

/** A station of the network. */
export const Branch = z.object({
  code: z.string(),
  name: z.string(),
  address: z.string(),
  /** Two-letter code of `reference/departments.ts`. */
  department: z.string(),
  /** Degrees, WGS 84. */
  latitude: z.number(),
  longitude: z.number(),
  /** In words, as the station puts it on its door. */
  openingHours: z.string(),
  services: z.array(z.object({ code: z.string(), values: z.array(z.string()) })),
  fuels: z.array(
    z.object({
      /** A fuel code of `reference/stationServices.ts`. */
      code: z.string(),
      /** Official maximum price in cents of peso per litre (per kilogram for supergas). */
      price: z.int(),
      /** `yyyyMMdd`: the price holds from this day on. */
      validFrom: z.string(),
    }),
  ),
})
export type Branch = z.infer<typeof Branch>
