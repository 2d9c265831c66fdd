import * as z from 'zod/mini'
import { TotpCode } from '#contract/fields/totpCode.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * Checks a code of the authenticator app. It puts a factor of `enrolSecondFactor` into force, and
 * marks the session as one that has shown its second factor.
 * Errors: 05 wrong or used code, or no factor enrolled; HTTP 429 after wrong codes.
 */
export const confirmSecondFactor = service({
  group: 'user',
  name: 'confirmSecondFactor',
  access: [ADMINISTRADOR, UBER, PETROBRAS],
  request: {
    code: TotpCode.check(z.minLength(1, 'Ingresá el código de tu segundo factor.')),
  },
  response: {},
})
