import * as z from 'zod/mini'

/** Profile of the user of a session. Loyalties and roles are separate fields of the answers. */
export const User = z.object({
  email: z.string(),
  firstName: z.string(),
  firstSurname: z.string(),
  /** Cédula, 8 digits with the check digit. */
  documentNumber: z.string(),
  /** `yyyyMMdd`. */
  birthdate: z.string(),
  /** F female, M male, X other. */
  sex: z.enum(['F', 'M', 'X']),
  /** E.164, `+598…`. */
  mobile: z.string(),
  /** Street, city and country, joined by commas. */
  address: z.string(),
})
export type User = z.infer<typeof User>
