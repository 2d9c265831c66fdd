import type { PersonRow } from '#db/accounts/people.ts'
import type { Db } from '#db/core/connection.ts'
import type { Context } from '#server/context.ts'
import type { AnonymousCaller } from '#server/http/defineHandler.ts'
import { PASSWORD_CHANGED } from '#server/mail/emailTemplates.ts'
import { ownBase } from '#server/mail/links.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { circumstancesOf } from '#server/mail/securityEmailValues.ts'

/**
 * Queues the email that reports a password change to the owner of the account.
 * @param link base address of the link, if it is one of ours
 */
export async function sendPasswordChangedEmail(
  context: Context,
  tx: Db,
  { email }: PersonRow,
  { link, caller }: { link: string; caller: Pick<AnonymousCaller, 'header' | 'userAgent'> },
): Promise<void> {
  await queueEmail(context, tx, PASSWORD_CHANGED, {
    recipient: email,
    event: `password ${context.random(16).toString('hex')}`,
    values: {
      ...circumstancesOf(context, caller),
      link: `${ownBase(context.config, link)}/#/login`,
    },
  })
}
