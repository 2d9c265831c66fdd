import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { User } from '#contract/entities/user.ts'
import { Profile } from '#contract/fields/profile.ts'
import { Role } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * Changes the caller's profile: the fields that are sent, and no others. Fields of `user` that are
 * not part of the profile (email, document, roles, loyalties…) are ignored. Answers as `userData`.
 * A birthdate can be corrected once, and never across the age to pay (`birthdateChangeError`).
 * Errors: 05 with the field to correct.
 */
export const updateUser = service({
  group: 'user',
  name: 'updateUser',
  access: 'signedIn',
  changes: true,
  request: { user: z.partial(z.object(Profile, 'Decinos qué querés cambiar de tus datos.')) },
  response: { user: User, loyalties: z.array(Loyalty), roles: z.array(Role) },
})
