import { dayOf, HOUR_MS, toDate } from '#contract/dates.ts'
import { ageError } from '#contract/fields/birthdate.ts'
import { addUser } from '#contract/user/addUser.ts'
import { type Registration, register, retryOnUniqueViolation } from '#db/accounts/registrations.ts'
import { inTransaction } from '#db/core/connection.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { hashNewPassword } from '#server/auth/hashNewPassword.ts'
import { CODE_LIMITS, sendCode } from '#server/auth/verificationCodes.ts'
import type { Context } from '#server/context.ts'
import { type AnonymousCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'
import { DOCUMENT_TAKEN, EMAIL_TAKEN, NOT_REGISTERED } from '#server/mail/emailTemplates.ts'
import { ownBase } from '#server/mail/links.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { parseMobile } from '#server/user/parseMobile.ts'

const REGISTRATIONS: Limit = {
  name: 'registration',
  by: 'address',
  points: 30,
  per: HOUR_MS,
  taken: 'before',
  removable: true,
}

export default defineHandler(
  addUser,
  (context, { user, password, link, consent }, caller) =>
    context.constantTimeQueue({ key: user.email, caller: caller.address }, async () => {
      const { now, random } = context
      const sentence = ageError(dayOf(now()), user.birthdate)
      if (sentence) throw refuse(sentence, 'invalid_birthdate')
      const mobile = parseMobile(user.mobile)
      const passwordHash = await hashNewPassword(context, password, { ...user, mobile })
      const registration = {
        ...user,
        id: uuidFrom(random(16)),
        mobile,
        passwordHash,
        consentAt: consent ? now() : null,
        createdAt: now(),
      }
      await retryOnUniqueViolation(() => registerAndNotify(context, registration, { link, caller }))
      return {}
    }),
  [REGISTRATIONS, CODE_LIMITS.confirm],
)

/** Rolls a registration back whose code may not be sent because of the limit per mailbox. */
class CodeNotSent extends Error {}

/**
 * Registers and sends the code, or notifies the owner of the existing account. The outcome is visible
 * in the emails only: the answer of the call is the same for each.
 */
async function registerAndNotify(
  context: Context,
  registration: Registration,
  { link, caller }: { link: string; caller: AnonymousCaller },
): Promise<void> {
  const { email } = registration
  try {
    await inTransaction(context.db, async (tx) => {
      const result = await register(tx, registration)
      if (result.outcome === 'registered') {
        // Without a code the registration could not be confirmed, so it is not stored.
        const code = { purpose: 'confirm', link, caller } as const
        if (!(await sendCode(context, tx, result.person, code))) throw new CodeNotSent()
        return
      }
      const values = { link: `${ownBase(context.config, link)}/#/login` }
      const { outcome, owner } = result
      // The event carries the date, so that repeated registrations send one email per day.
      const event = (about: string) => `${outcome} ${about} ${toDate(context.now())}`
      const template = outcome === 'emailTaken' ? EMAIL_TAKEN : DOCUMENT_TAKEN
      await queueEmail(context, tx, template, {
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
    if (!(error instanceof CodeNotSent)) throw error
  }
}
