import { DENIED } from '#contract/responseCodes.ts'
import { dayOf, toStamp } from '#contract/dates.ts'
import { addUser } from '#contract/user/addUser.ts'
import { ageError } from '#contract/fields/profile.ts'
import { inTransaction } from '#db/connection.ts'
import { retryOnUniqueViolation, type Registration, register } from '#db/accounts/registrations.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { Context } from '#server/context.ts'
import { DOCUMENT_TAKEN, EMAIL_TAKEN, NOT_REGISTERED } from '#server/mail/emailTemplates.ts'
import { ownBase } from '#server/mail/links.ts'
import { hashNewPassword } from '#server/auth/hashNewPassword.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { sendCode } from '#server/auth/verificationCodes.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { parseMobile } from '#server/user/parseMobile.ts'

export default defineHandler(addUser, (context, { user, password, link, consent }, { address }) =>
  context.constantTimeQueue({ key: user.email, caller: address }, async () => {
    const { now, random } = context
    const wrong = ageError(dayOf(now()), user.birthdate)
    if (wrong) throw refuse(DENIED, wrong)
    const mobile = parseMobile(user.mobile)
    const passwordHash = await hashNewPassword(context, password, user.email)
    const registration = {
      ...user,
      id: uuidFrom(random(16)),
      mobile,
      passwordHash,
      consentAt: consent ? now() : null,
      createdAt: now(),
    }
    await retryOnUniqueViolation(() => tell(context, registration, link))
    return {}
  }),
)

/** Undoes a registration whose code could not be mailed. */
class Unmailed extends Error {}

/** Registers, and tells by mail whoever is concerned: the answer says nothing. */
async function tell(context: Context, registration: Registration, link: string): Promise<void> {
  const { email } = registration
  try {
    await inTransaction(context.db, async (tx) => {
      const done = await register(tx, registration)
      if (done.outcome === 'waiting') {
        // Nobody could confirm it: nothing is written.
        if (!(await sendCode(context, tx, done.person, 'confirm', link))) throw new Unmailed()
        return
      }
      const values = { link: `${ownBase(context.config, link)}/#/login` }
      const { outcome, owner } = done
      // Once a day is news; oftener would be a way to pester somebody.
      const event = (about: string) => `${outcome} ${about} ${toStamp(context.now()).slice(0, 8)}`
      const letter = outcome === 'emailTaken' ? EMAIL_TAKEN : DOCUMENT_TAKEN
      await queueEmail(context, tx, letter, {
        recipient: owner.email,
        event: event(owner.id),
        values,
      })
      if (outcome === 'documentTaken' && owner.email !== email)
        await queueEmail(context, tx, NOT_REGISTERED, {
          recipient: email,
          event: event(email),
          values,
        })
    })
  } catch (error) {
    if (!(error instanceof Unmailed)) throw error
  }
}
