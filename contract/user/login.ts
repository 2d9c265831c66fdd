import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { User } from '#contract/entities/user.ts'
import { currentPassword } from '#contract/fields/password.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'
import { LinkBase } from '#contract/fields/verificationCode.ts'
import { service } from '#contract/service.ts'

/**
 * `responseDescription` when the password is right and the account's second factor is missing from
 * the request: the client asks for the code and repeats the call with it.
 */
export const SECOND_FACTOR_REQUIRED = 'Ingresá también el código de tu segundo factor.'

/**
 * Authenticates a user and opens a session.
 * Errors: 05 wrong email or password (one sentence for both), `SECOND_FACTOR_REQUIRED`, or a wrong
 * code; 86 right password of an account that is not confirmed; HTTP 429 after wrong attempts.
 */
export const login = service({
  group: 'user',
  name: 'login',
  access: 'open',
  request: {
    /** The email of the account; case and surrounding spaces are ignored. */
    user: z
      .string('Escribí tu correo.')
      .check(
        z.minLength(1, 'Escribí tu correo.'),
        z.maxLength(254, 'Ese correo es demasiado largo.'),
      ),
    password: currentPassword(),
    /** Listed in docs/specification.md, "Calls"; not used, because a login sends no email with a link. */
    link: LinkBase,
    /** The current 6-digit code, for accounts with a confirmed second factor; else empty. */
    secondFactor: TotpCode,
  },
  response: {
    user: z.extend(User, {
      /** Token of the session, to be sent in `requestHeader.userSessionToken`. */
      userSessionToken: z.string(),
    }),
    /** Loyalties in force, the current one first. */
    loyalties: z.array(Loyalty),
  },
})
