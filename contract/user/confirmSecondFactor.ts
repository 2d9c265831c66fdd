import * as z from 'zod/mini'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'

/**
 * Our own: a code of the authenticator app. It confirms a factor that was just enrolled, and lets
 * a session that has shown none decide. Errors: 05 wrong or used code, or no factor; HTTP 429 after
 * wrong ones.
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
