import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { storeEmailChange } from '#db/accounts/emailChanges.ts'
import { isEmailTaken } from '#db/accounts/registrations.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { newToken } from '#server/auth/newToken.ts'
import { inOwnTransaction, reauthenticate } from '#server/auth/reauthenticate.ts'
import { CODE_LIMITS, hashTyped, newCode, printedCode } from '#server/auth/verificationCodes.ts'
import { definePhasedHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { mayTake, take } from '#server/http/limits.ts'
import { sha256 } from '#server/http/sha256.ts'
import {
  EMAIL_CHANGE_NEW,
  EMAIL_CHANGE_OLD,
  EMAIL_CHANGE_TAKEN,
} from '#server/mail/emailTemplates.ts'
import { emailedLink, ownBase } from '#server/mail/links.ts'
import { CODE_LIFETIME_MS, queueEmail } from '#server/mail/queueEmail.ts'
import { queueSecurityEmail } from '#server/mail/securityEmail.ts'
import { shortened } from '#server/user/shortenedEmail.ts'

const { oldEmail: OLD_CODES, newEmail: NEW_CODES } = CODE_LIMITS

export default definePhasedHandler(requestEmailChange, {
  limits: [OLD_CODES, NEW_CODES],
  async prepare(context, { email, password }, caller) {
    const current = await reauthenticate(context, caller, password)
    if (email === current.email) throw refuse('Ese ya es el correo de tu cuenta.')
  },
  constantTimeOf: ({ email }) => email,
  work: (context, { email: newEmail }, caller) => {
    const { config, random, now } = context
    return inOwnTransaction(context, caller, async (tx, { id: personId, email: oldEmail }) => {
      await take(context, caller, OLD_CODES, { email: oldEmail })
      const id = uuidFrom(random(16))
      const [oldCode, code, stopToken] = [newCode(random), newCode(random), newToken(random)]
      const taken = await isEmailTaken(tx, personId, newEmail, now())
      // Strangers may not flood an address; its owner is sent a code when the last one has expired.
      const mayMailNew = await mayTake(context, caller, NEW_CODES, { email: newEmail })
      await storeEmailChange(tx, {
        id,
        personId,
        oldEmail,
        newEmail,
        oldCodeHash: hashTyped(context, personId, 'oldEmail', oldCode),
        newCodeHash: taken ? random(32) : hashTyped(context, personId, 'newEmail', code),
        stopHash: sha256(stopToken),
        createdAt: now(),
        expiresAt: new Date(now().getTime() + CODE_LIFETIME_MS),
      })
      await queueSecurityEmail(context, tx, EMAIL_CHANGE_OLD, {
        recipient: oldEmail,
        event: `emailOld ${id}`,
        caller,
        values: {
          code: printedCode(oldCode),
          email: shortened(newEmail),
          link: emailedLink(config, '', 'resetPassword', { user: oldEmail, code: stopToken }),
        },
      })
      if (!mayMailNew) return {}
      await queueEmail(context, tx, taken ? EMAIL_CHANGE_TAKEN : EMAIL_CHANGE_NEW, {
        recipient: newEmail,
        event: `emailNew ${taken ? 'taken ' : ''}${id}`,
        values: taken ? { link: `${ownBase(config, '')}/#/login` } : { code: printedCode(code) },
      })
      return {}
    })
  },
})
