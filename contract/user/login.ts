import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { User } from '#contract/entities/user.ts'
import { service } from '#contract/service.ts'
import { LinkBase } from '#contract/fields/verificationCode.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'

/** Told to who has a second factor and sent no code: ask for it, and send the same call with it. */
export const SECOND_FACTOR_WANTED = 'Ingresá también el código de tu segundo factor.'

/**
 * A person shows who they are and gets a session.
 * Errors: 05 wrong user or password (one sentence for both), 05 `SECOND_FACTOR_WANTED` for an
 * operator who sent no code, 86 right password but not confirmed; HTTP 429 after wrong guesses.
 */
export const login = service({
  group: 'user',
  name: 'login',
  access: 'open',
  request: {
    user: z
      .string('Escribí tu correo.')
      .check(
        z.minLength(1, 'Escribí tu correo.'),
        z.maxLength(254, 'Ese correo es demasiado largo.'),
      ),
    password: z
      .string('Escribí tu contraseña.')
      .check(
        z.minLength(1, 'Escribí tu contraseña.'),
        z.maxLength(128, 'La contraseña tiene como mucho 128 caracteres.'),
      ),
    /** Accepted as docs/specification.md lists it, and not used: a login causes no e-mail with a link. */
    link: LinkBase,
    /** The 6 digits of the moment, of an operator who has confirmed a second factor. */
    secondFactor: TotpCode,
  },
  response: {
    user: z.extend(User, { userSessionToken: z.string() }),
    loyalties: z.array(Loyalty),
  },
})
