import { dayOf } from '#contract/dates.ts'
import { ageError } from '#contract/fields/profile.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { DENIED, INVALID_SESSION, SESSION_OVER } from '#contract/responseCodes.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { updateProfile } from '#db/accounts/people.ts'
import { inTransaction } from '#db/connection.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { lockOwnRow } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { parseMobile } from '#server/user/parseMobile.ts'
import { toUser } from '#server/user/toUser.ts'

export default defineHandler(updateUser, async (context, { user }, caller) => {
  const { db, now } = context
  const { personId, roles } = caller
  const { firstName, firstSurname, birthdate, sex, mobile, address } = user
  const sentence = birthdate === undefined ? null : ageError(dayOf(now()), birthdate)
  if (sentence) throw refuse(DENIED, sentence)
  // Listed field by field, so that no other column can be changed through this call.
  const change = {
    firstName,
    firstSurname,
    birthdate,
    sex,
    mobile: mobile === undefined ? undefined : parseMobile(mobile),
    address,
  }
  const person = await inTransaction(db, async (tx) => {
    await lockOwnRow(context, tx, caller)
    return await updateProfile(tx, personId, change)
  })
  if (!person) throw refuse(INVALID_SESSION, SESSION_OVER)
  return {
    user: toUser(person),
    loyalties: await loyaltiesOf(db, personId),
    roles: roles.map((code) => ROLES[code]),
  }
})
