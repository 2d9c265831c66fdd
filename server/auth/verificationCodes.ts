import { createHmac } from 'node:crypto'
import { DENIED } from '#contract/responseCodes.ts'
import { countMails } from '#db/messaging/mailOutbox.ts'
import { type CodePurpose, storeCode, consumeCode } from '#db/accounts/verificationCodes.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { draftOf, lockPerson } from '#db/accounts/registrations.ts'
import { recordFailure, clearFailures } from '#db/accounts/loginThrottle.ts'
import type { Draft } from '#db/tables/sessions.ts'
import { type PersonRow, personByEmail } from '#db/accounts/people.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { sha256 } from '#server/http/callPipeline.ts'
import type { Context } from '#server/context.ts'
import { assertNotThrottled } from '#server/auth/throttle.ts'
import { CONFIRM, CONFIRM_ONE_OF_SEVERAL, RESET } from '#server/mail/emailTemplates.ts'
import { emailedLink } from '#server/mail/links.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { refuse } from '#server/http/defineHandler.ts'
import { codeThrottleKey } from '#server/auth/throttleKeys.ts'

/** How long a code is good for, in milliseconds. */
export const CODE_LIFETIME_MS = 10 * 60_000
/**
 * Codes of one purpose that an address is mailed in an hour as soon as they are asked for; then one
 * when the last is dead. Nobody fills another's mailbox, and nobody keeps them without a code.
 */
const AN_HOUR = 3
const HOUR = 3_600_000
/** Crockford's: without I, L, O and U; a typed O, I or L is read as the digit it looks like. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 256 bits as a link carries them: nobody guesses those, so that they neither wait nor count. */
const TOKEN = /^[\w-]{43}$/

const pages = { confirm: 'confirmAddUser', reset: 'resetPassword' } as const

/**
 * Mails somebody a code and a link; the older ones of that purpose are over, but for those that
 * confirm another registration. An address that was mailed enough of late is mailed no more while
 * the last one lives, and whoever asks is not told. It is the address that counts: a registration
 * that nobody confirmed may be taken away and made again.
 * @param link the base that the caller would like
 * @returns false when nothing was mailed, and the code that stood still stands
 */
export async function sendCode(
  context: Context,
  tx: Db,
  person: PersonRow,
  purpose: CodePurpose,
  link: string,
): Promise<boolean> {
  const { config, random, now } = context
  const { id: personId, email } = person
  const mailedWithin = (span: number) =>
    countMails(tx, {
      recipient: email,
      kind: purpose,
      after: new Date(now().getTime() - span),
    })
  if ((await mailedWithin(HOUR)) >= AN_HOUR && (await mailedWithin(CODE_LIFETIME_MS)) > 0)
    return false
  const code = [...random(8)].map((byte) => ALPHABET[byte % 32]).join('')
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
  const confirming = oneOfSeveral ? CONFIRM_ONE_OF_SEVERAL : CONFIRM
  await queueEmail(context, tx, purpose === 'confirm' ? confirming : RESET, {
    recipient: email,
    event: `${purpose} ${id}`,
    values: {
      code: `${code.slice(0, 4)}-${code.slice(4)}`,
      name: nameIn(person),
      link: emailedLink(config, link, pages[purpose], { user: email, code: token }),
    },
  })
  return true
}

/** Whoever registers writes it: a dot would make a link of it in many mail programs. */
const nameIn = ({ firstName, firstSurname }: PersonRow): string =>
  `${firstName} ${firstSurname}`.replaceAll('.', '')

/**
 * A code came back: whoever shows the right one has `work` done for them, once.
 * @throws DENIED with one sentence for all that may be wrong, TooMany after wrong ones by hand
 */
export async function redeemCode(
  context: Context,
  { user, purpose, code }: { user: string; purpose: CodePurpose; code: string },
  work: (tx: Db, person: PersonRow, draft: Draft | null) => Promise<void>,
): Promise<void> {
  const { db, now } = context
  const byHand = !TOKEN.test(code)
  const account = codeThrottleKey(purpose, user)
  if (byHand) await assertNotThrottled(context, account)
  const found = await personByEmail(db, user)
  const done =
    found !== undefined &&
    (await inTransaction(db, async (tx) => {
      const person = await lockPerson(tx, found.id)
      const hashed = byHand
        ? { codeHash: hashTyped(context, found.id, purpose, code) }
        : { linkHash: sha256(code) }
      const shown = { personId: found.id, purpose, ...hashed }
      const spent = person && (await consumeCode(tx, shown, now()))
      if (!spent) return false
      await work(tx, person, spent.draft)
      return true
    }))
  if (!done) {
    if (byHand) await recordFailure(db, account, now())
    throw refuse(DENIED, 'El código no es correcto o ya venció. Pedí uno nuevo.')
  }
  await clearFailures(db, account)
}

/** A code by hand is short enough to be tried out, so that its hash needs the server's secret. */
function hashTyped(
  { config }: Pick<Context, 'config'>,
  personId: string,
  purpose: CodePurpose,
  typed: string,
): Buffer {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHmac('sha256', config.secret).update(`code ${purpose} ${personId} ${code}`).digest()
}
