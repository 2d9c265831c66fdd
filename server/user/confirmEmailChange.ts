import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { confirmChange, setEmail } from '#db/accounts/emailChanges.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { isEmailTaken } from '#db/accounts/registrations.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { newDevice } from '#server/auth/deviceCookie.ts'
import { assertNotDelayed, countGuess, delayKey } from '#server/auth/loginDelay.ts'
import { newToken } from '#server/auth/newToken.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { toUser } from '#server/auth/toUser.ts'
import { hashTyped } from '#server/auth/verificationCodes.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse, refuseAndCommit } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'
import { EMAIL_CHANGED_NEW, EMAIL_CHANGED_OLD } from '#server/mail/emailTemplates.ts'
import { emailedLink, ownBase } from '#server/mail/links.ts'
import { queueSecurityEmail } from '#server/mail/securityEmail.ts'
import { shortened } from '#server/user/shortenedEmail.ts'

export default defineHandler(confirmEmailChange, async (context, codes, caller) => {
  const { config, now } = context
  const { personId } = caller
  const key = delayKey('email change', personId)
  await assertNotDelayed(context, key)
  const hashes = {
    oldCodeHash: hashTyped(context, personId, 'oldEmail', codes.oldCode),
    newCodeHash: hashTyped(context, personId, 'newEmail', codes.newCode),
  }
  const undoToken = newToken(context.random)
  const links = { ...hashes, undoHash: sha256(undoToken) }
  const changeEmail = async (tx: Db, person: PersonRow): Promise<PersonRow> => {
    const confirmed = await confirmChange(tx, personId, links, now())
    await countGuess(context, key, confirmed !== undefined)
    if (!confirmed)
      throw refuseAndCommit('Alguno de los códigos no es correcto o ya venció.', 'wrong_code')
    const { id, oldEmail, newEmail } = confirmed
    const taken = await isEmailTaken(tx, personId, newEmail, now())
    // Who knows the code reads that mailbox, and may be told.
    if (taken || !(await setEmail(tx, personId, newEmail, now())))
      throw refuse('Ese correo ya tiene otra cuenta. Elegí otro.', 'email_taken')
    await revokeSessionsOf(tx, personId, now(), caller.sessionHash)
    await queueSecurityEmail(context, tx, EMAIL_CHANGED_OLD, {
      recipient: oldEmail,
      event: `emailChanged old ${id}`,
      caller,
      values: {
        email: shortened(newEmail),
        link: emailedLink(config, '', 'resetPassword', { user: oldEmail, code: undoToken }),
      },
    })
    await queueSecurityEmail(context, tx, EMAIL_CHANGED_NEW, {
      recipient: newEmail,
      event: `emailChanged new ${id}`,
      caller,
      values: { link: `${ownBase(config, '')}/#/login` },
    })
    await appendAuditEntry(tx, { actorId: personId, action: 'changeEmail', at: now() })
    return { ...person, email: newEmail }
  }
  const person = await inOwnTransaction(context, caller, changeEmail)
  // The device cookie is signed for the address that signs in.
  if (caller.device !== undefined) caller.remember(newDevice(context, person))
  return { user: toUser(person) }
})
