import { DAY_MS } from '#contract/dates.ts'
import { storeEnrolmentCode } from '#db/accounts/enrolmentCodes.ts'
import { personByEmail } from '#db/accounts/people.ts'
import type { Context } from '#server/context.ts'
import { sha256 } from '#server/http/sha256.ts'

/** Gives a person a one-time code for the first second factor, as `npm run role` does. */
export async function giveEnrolmentCode({ db, now }: Context, email: string): Promise<string> {
  const person = await personByEmail(db, email)
  const code = `7KD2MVX9${String(given++).padStart(8, '0')}`
  const expiresAt = new Date(now().getTime() + DAY_MS)
  await storeEnrolmentCode(db, { personId: person?.id ?? '', codeHash: sha256(code), expiresAt })
  return code
}
let given = 0
