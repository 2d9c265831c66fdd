import { dayOf } from '#contract/dates.ts'
import { birthdateChangeError } from '#contract/fields/birthdate.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { type PersonRow, updateProfile } from '#db/accounts/people.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { toUser } from '#server/auth/toUser.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse, sessionOver } from '#server/http/errors.ts'
import { parseMobile } from '#server/user/parseMobile.ts'

const OTHER_EMAIL =
  'El correo no se cambia con los otros datos: pedí el cambio, y te mandamos un código a cada correo.'

export default defineHandler(updateUser, async (context, { user }, caller) => {
  const { db, now } = context
  const { personId, roles } = caller
  const { firstName, firstSurname, birthdate, sex, mobile, address, email } = user
  // Listed field by field, so that no other column can be changed through this call.
  const change = {
    firstName,
    firstSurname,
    sex,
    mobile: mobile === undefined ? undefined : parseMobile(mobile),
    address,
  }
  // Compared under the lock: of two corrections sent at once one counts.
  const person = await inOwnTransaction(context, caller, async (tx, current) => {
    if (email !== undefined && email !== current.email) throw refuse(OTHER_EMAIL, 'invalid_request')
    return await updateProfile(tx, personId, {
      ...change,
      ...correctionOf(current, birthdate, now()),
    })
  })
  if (!person) throw sessionOver()
  return {
    user: toUser(person),
    loyalties: await loyaltiesOf(db, personId, now()),
    roles: roles.map((code) => ROLES[code]),
  }
})

/**
 * The columns of a correction of the birthdate; none when it stays the same.
 * @param to `yyyyMMdd`; undefined: it was not sent
 * @throws DENIED with the sentence of the contract
 */
function correctionOf(current: PersonRow, to: string | undefined, now: Date) {
  if (to === undefined || to === current.birthdate.replaceAll('-', '')) return {}
  const sentence = birthdateChangeError(dayOf(now), current, to)
  if (sentence) throw refuse(sentence, 'invalid_birthdate')
  return { birthdate: to, birthdateCorrectedAt: now }
}
