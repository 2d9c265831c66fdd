import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { eraseAccount } from '#db/eraseAccount.ts'
import { delayKeysOf } from '#server/auth/loginDelay.ts'
import { inOwnTransaction, reauthenticate } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(deleteAccount, async (context, { password }, caller) => {
  await reauthenticate(context, caller, password)
  const outcome = await inOwnTransaction(context, caller, (tx, person) =>
    eraseAccount(tx, {
      personId: person.id,
      delayKeys: delayKeysOf(person),
      now: context.now(),
    }),
  )
  if (outcome === 'paymentPending')
    throw refuse(
      'Tenés un pago en curso. Esperá a que termine y probá de nuevo.',
      'payment_pending',
    )
  if (outcome === 'lastAdministrator')
    throw refuse(
      'Nadie más administra la red: primero dale ese rol a otra persona.',
      'last_administrator',
    )
  caller.bind(null)
  return {}
})
