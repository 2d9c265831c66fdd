import { createHmac } from 'node:crypto'
import { type PersonRow, personByEmail } from '#db/accounts/people.ts'
import { draftOf, lockPerson } from '#db/accounts/registrations.ts'
import {
  type CodePurpose,
  codeEvent,
  consumeCode,
  storeCode,
  wasRedeemed,
} from '#db/accounts/verificationCodes.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { Draft } from '#db/tables/sessions.ts'
import { assertNotDelayed, countGuess, delayKey } from '#server/auth/loginDelay.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/errors.ts'
import { type Limit, type LimitedCaller, mayTake } from '#server/http/limits.ts'
import { sha256 } from '#server/http/sha256.ts'
import { CONFIRM, CONFIRM_ONE_OF_SEVERAL, RESET_PASSWORD } from '#server/mail/emailTemplates.ts'
import { emailedLink } from '#server/mail/links.ts'
import { CODE_LIFETIME_MS, queueEmail } from '#server/mail/queueEmail.ts'

/**
 * Codes of one purpose that a mailbox gets: three at once. A further one is sent when the last has
 * expired: a stranger cannot flood a mailbox, and its owner always gets a code.
 */
const limitOf = (name: string): Limit => ({
  name,
  by: 'mailbox',
  points: 3,
  per: 3 * CODE_LIFETIME_MS,
  taken: 'within',
})
export const CODE_LIMITS = {
  confirm: limitOf('confirmation code'),
  reset: limitOf('reset code'),
  oldEmail: limitOf('code for the old address'),
  newEmail: limitOf('code for the new address'),
}
/** Crockford's alphabet, without I, L, O and U; a typed O, I or L is read as the digit it looks like. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** A link's 256 bits, which cannot be guessed: the delay does not apply to them. */
export const TOKEN = /^[\w-]{43}$/

const pages = { confirm: 'confirmAddUser', reset: 'resetPassword' } as const

/**
 * Emails a person a code and a link. It revokes the older codes of that purpose, except those that
 * confirm another registration with the same email. Above the limit it sends nothing while the last
 * code is valid, and the caller's answer does not show it. The limit counts by mailbox, since an
 * unconfirmed registration may be replaced by another one.
 * @param given `link`: the base of the link that the caller prefers
 * @returns false when nothing was sent and the last code stays valid
 */
export async function sendCode(
  context: Context,
  tx: Db,
  person: PersonRow,
  { purpose, link, caller }: { purpose: CodePurpose; link: string; caller: LimitedCaller },
): Promise<boolean> {
  const { config, random, now } = context
  const { id: personId, email } = person
  if (!(await mayTake(context, caller, CODE_LIMITS[purpose], { tx, email }))) return false
  const code = newCode(random)
  const token = random(32).toString('base64url')
  const id = uuidFrom(random(16))
  const oneOfSeveral = await storeCode(tx, {
    id,
    personId,
    purpose,
    codeHash: hashTyped(context, personId, purpose, code),
    linkHash: sha256(token),
    createdAt: now(),
    expiresAt: new Date(now().getTime() + CODE_LIFETIME_MS),
    draft: purpose === 'confirm' ? draftOf(person) : null,
  })
  const confirmation = oneOfSeveral ? CONFIRM_ONE_OF_SEVERAL : CONFIRM
  await queueEmail(context, tx, purpose === 'confirm' ? confirmation : RESET_PASSWORD, {
    recipient: email,
    event: codeEvent({ purpose, id }),
    values: {
      code: printedCode(code),
      name: nameWithoutLinks(person),
      link: emailedLink(config, link, pages[purpose], { user: email, code: token }),
    },
  })
  return true
}

/** Sends a code, as `sendCode`, to the account of an email, if it has one; to confirm, only while it is not. */
export async function sendCodeTo(
  context: Context,
  email: string,
  code: Parameters<typeof sendCode>[3],
): Promise<void> {
  const found = await personByEmail(context.db, email)
  if (!found) return
  await inTransaction(context.db, async (tx) => {
    const person = await lockPerson(tx, found.id)
    if (person && !(code.purpose === 'confirm' && person.confirmedAt))
      await sendCode(context, tx, person, code)
  })
}

/** A random code of 8 characters. */
export const newCode = (random: Context['random']): string =>
  [...random(8)].map((byte) => ALPHABET[byte % 32]).join('')

/** A code as emails show it: `7KD2-MVX9`. */
export const printedCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** The person's name without dots: a caller chose it, and mail programs turn a.b into a link. */
const nameWithoutLinks = ({ firstName, firstSurname }: PersonRow): string =>
  `${firstName} ${firstSurname}`.replaceAll('.', '')

/**
 * Redeems a code, once: the right one runs `work` in its transaction. A confirmation code that was
 * redeemed before is right again, without `work`, until it is deleted.
 * @param code the typed code, or the token of the link
 * @throws DENIED with one sentence for every reason, RateLimited after wrong typed codes
 */
export async function redeemCode(
  context: Context,
  { user, purpose, code }: { user: string; purpose: CodePurpose; code: string },
  work: (tx: Db, person: PersonRow, draft: Draft | null) => Promise<void>,
): Promise<void> {
  const { db, now } = context
  const isTyped = !TOKEN.test(code)
  const key = delayKey(purpose, user)
  if (isTyped) await assertNotDelayed(context, key)
  const found = await personByEmail(db, user)
  const redeemed =
    found !== undefined &&
    (await inTransaction(db, async (tx) => {
      const person = await lockPerson(tx, found.id)
      const hashed = isTyped
        ? { codeHash: hashTyped(context, found.id, purpose, code) }
        : { linkHash: sha256(code) }
      const given = { personId: found.id, purpose, ...hashed }
      const consumed = person && (await consumeCode(tx, given, now()))
      if (consumed) await work(tx, person, consumed.draft)
      // A confirmation may be sent twice: by a double tap, or again after its answer was lost.
      else return purpose === 'confirm' && (await wasRedeemed(tx, given))
      return true
    }))
  if (isTyped || redeemed) await countGuess(context, key, redeemed)
  if (!redeemed) throw refuse('El código no es correcto o ya venció. Pedí uno nuevo.', 'wrong_code')
}

/** A typed code is short enough to be found by trial, so that its hash needs the server's secret. */
export function hashTyped(
  { config }: Pick<Context, 'config'>,
  personId: string,
  purpose: CodePurpose | 'oldEmail' | 'newEmail',
  typed: string,
): Buffer {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHmac('sha256', config.secret).update(`code ${purpose} ${personId} ${code}`).digest()
}
