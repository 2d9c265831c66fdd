import { ONLY_SECOND_FACTOR, removePasskey } from '#contract/passkey/removePasskey.ts'
import { passkeysOf, removePasskeyOf } from '#db/accounts/passkeys.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { isOperator } from '#server/http/sessionLifetime.ts'
import { userHandleOf } from '#server/passkey/passkeyOptions.ts'
import { reportPasskeys } from '#server/passkey/passkeyReports.ts'

export default defineHandler(removePasskey, async (context, { passkeyId }, caller) => {
  const accepted = await inOwnTransaction(context, caller, async (tx, person) => {
    const all = await passkeysOf(tx, person.id)
    const others = all.filter(({ id }) => id !== passkeyId)
    const accepted = {
      rpId: context.config.passkeys.rpId,
      userId: userHandleOf(person.id).toString('base64url'),
      allAcceptedCredentialIds: others.map((one) => one.credentialId.toString('base64url')),
    }
    const isOnlyFactor =
      all.length === 1 &&
      others.length === 0 &&
      isOperator(caller.roles) &&
      !(await confirmedFactor(tx, person.id))
    if (isOnlyFactor) throw refuse(ONLY_SECOND_FACTOR, 'only_second_factor')
    const passkey = await removePasskeyOf(tx, person.id, passkeyId)
    if (!passkey) throw notFound()
    await reportPasskeys(context, tx, { person, caller }, 'passkey removed', passkey.id)
    await appendAuditEntry(tx, {
      actorId: person.id,
      action: 'removePasskey',
      subject: passkey.id,
      at: context.now(),
    })
    return accepted
  })
  return { accepted }
})
