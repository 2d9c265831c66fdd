import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { eraseAccount } from '#db/accounts/eraseAccount.ts'
import { inTransaction } from '#db/core/connection.ts'
import { delayKeysOf } from '#server/auth/loginDelay.ts'
import { lockOwnRow, reauthenticate } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(deleteAccount, async (context, { password }, caller) => {
  const { db, now } = context
  const person = await reauthenticate(context, caller, password)
  const outcome = await inTransaction(db, async (tx) => {
    await lockOwnRow(context, tx, caller)
    return await eraseAccount(tx, {
      personId: person.id,
      delayKeys: delayKeysOf(person),
      now: now(),
    })
  })
  if (outcome === 'paymentPending')
    throw refuse(
      'Tenés un pago en curso. Esperá a que termine y probá de nuevo.',
      'payment_pending',
    )
  caller.bind(null)
  return {}
})
