import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { User } from '#contract/entities/user.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { Email, Profile } from '#contract/fields/profile.ts'
import { Role } from '#contract/roles.ts'

/**
 * Changes the caller's profile: the fields that are sent, and no others. Fields of `user` that are
 * not part of the profile (document, roles, loyalties…) are ignored. Answers as `userData`.
 * A birthdate can be corrected once, and never across the age to pay.
 * Errors: 05 with the field to correct.
 */
export const updateUser = defineCall('user', 'updateUser', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    /** What to change; a field that is null or left out stays as it is. */
    user: z.object(
      {
        firstName: withDefault(Profile.shape.firstName, undefined),
        firstSurname: withDefault(Profile.shape.firstSurname, undefined),
        birthdate: withDefault(Profile.shape.birthdate, undefined),
        sex: withDefault(Profile.shape.sex, undefined),
        mobile: withDefault(Profile.shape.mobile, undefined),
        address: withDefault(Profile.shape.address, undefined),
        /** Only that of the account: another one is refused, since `requestEmailChange` changes it. */
        email: withDefault(Email, undefined),
      },
      'Decinos qué querés cambiar de tus datos.',
    ),
  }),
  response: () => ({
    user: User,
    /** Loyalties in force, the current one first. */
    loyalties: z.array(Loyalty),
    /** The caller's roles. */
    roles: z.array(Role),
  }),
})
