import { MAX_PASSKEYS } from '#contract/entities/passkey.ts'
import {
  PASSWORD_REQUIRED,
  registerPasskeyOptions,
  SHOW_FACTOR_FIRST,
} from '#contract/passkey/registerPasskeyOptions.ts'
import { passkeysOf } from '#db/accounts/passkeys.ts'
import { checkEnrolmentCode } from '#server/auth/enrolmentCodes.ts'
import { inOwnTransaction, isFreshLogin, reauthenticate } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { lacksSecondFactor } from '#server/http/sessionLifetime.ts'
import { creationOptions } from '#server/passkey/passkeyOptions.ts'

export default defineHandler(
  registerPasskeyOptions,
  async (context, { password, enrolmentCode }, caller) => {
    if (caller.secondFactor === 'notShown') throw refuse(SHOW_FACTOR_FIRST, 'second_factor_first')
    if (password === '' && !isFreshLogin(context, caller))
      throw refuse(PASSWORD_REQUIRED, 'password_required')
    const person = await reauthenticate(context, caller, password === '' ? undefined : password)
    if (lacksSecondFactor(caller)) {
      // The failure of a wrong code is counted, so that the transaction ends without an error.
      const wrong = await inOwnTransaction(context, caller, (tx) =>
        checkEnrolmentCode(context, tx, person.id, enrolmentCode),
      )
      if (wrong !== null) throw wrong
    }
    const passkeys = await passkeysOf(context.db, person.id)
    if (passkeys.length >= MAX_PASSKEYS) throw refuse(TOO_MANY, 'passkey_limit')
    const scope = { purpose: 'register', sessionHash: caller.sessionHash } as const
    return { options: await creationOptions(context, scope, { person, passkeys }) }
  },
)

const TOO_MANY = `Ya tenés ${MAX_PASSKEYS} llaves de acceso. Quitá una que no uses.`
