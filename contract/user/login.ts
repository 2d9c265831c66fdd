import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { User } from '#contract/entities/user.ts'
import { currentPassword } from '#contract/fields/password.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'
import { LinkBase } from '#contract/fields/verificationCode.ts'

/**
 * Authenticates a user and opens a session. The session of an account with a second factor or with a
 * role that requires one has all its rights only once the factor is shown: by the code in this call,
 * or later by `confirmSecondFactor`. Until then it may call `confirmSecondFactor`,
 * `enrolSecondFactor`, `roles`, `userData` and `logout`; every other call answers 05. The session of
 * an operator is valid only with the cookies that the answer sets; it ends 2 hours after its last use
 * and 24 hours after its login.
 * Errors: 05 wrong email or password (one sentence for both), a wrong code, an account that an
 * operator has locked, or an operator in the phone app, which stores no cookies; 86 right password of
 * an account that is not confirmed; HTTP 429 after wrong attempts on the
 * account, or from the address.
 */
export const login = defineCall('user', 'login', {
  access: 'open',
  request: () => ({
    /** The email of the account; case and surrounding spaces are ignored. */
    user: z
      .string('Escribí tu correo.')
      .check(
        z.minLength(1, 'Escribí tu correo.'),
        z.maxLength(254, 'Ese correo es demasiado largo.'),
      ),
    password: currentPassword(),
    /** Accepted as in other calls, and not used: a login sends no email with a link. */
    link: LinkBase,
    /** The current 6-digit code of the second factor; empty to show it later, or for no factor. */
    secondFactor: TotpCode,
  }),
  response: () => ({
    user: z.extend(User, {
      /** Token of the session, to be sent in `requestHeader.userSessionToken`. */
      userSessionToken: z.string(),
    }),
    /** Loyalties in force, the current one first. */
    loyalties: z.array(Loyalty),
    /** State of the second factor: `shown` when the request carried a code of it. */
    secondFactor: z._default(SecondFactorState, 'none'),
  }),
})
