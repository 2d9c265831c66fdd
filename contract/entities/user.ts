import * as z from 'zod/mini'

/** The person behind a session, as the app holds it (loyalties and roles travel beside it). */
export const User = z.object({
  email: z.string(),
  firstName: z.string(),
  firstSurname: z.string(),
  /** Cédula, digits only, check digit included. */
  documentNumber: z.string(),
  /** `yyyyMMdd`. */
  birthdate: z.string(),
  sex: z.enum(['F', 'M', 'X']),
  /** E.164, `+598…`. */
  mobile: z.string(),
  /** Street, city and country, joined by commas. */
  address: z.string(),
})
export type User = z.infer<typeof User>
