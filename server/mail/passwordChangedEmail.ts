import type { PersonRow } from '#db/accounts/people.ts'
import type { Db } from '#db/core/db.ts'
import type { Context } from '#server/context.ts'
import { PASSWORD_CHANGED } from '#server/mail/emailTemplates.ts'
import { ownBase } from '#server/mail/links.ts'
import { type CallingDevice, queueSecurityEmail } from '#server/mail/securityEmail.ts'

/**
 * Queues the email that reports a password change to the owner of the account.
 * @param link base address of the link, if it is one of ours
 */
export async function sendPasswordChangedEmail(
  context: Context,
  tx: Db,
  { email }: PersonRow,
  { link, caller }: { link: string; caller: CallingDevice },
): Promise<void> {
  await queueSecurityEmail(context, tx, PASSWORD_CHANGED, {
    recipient: email,
    event: `password ${context.random(16).toString('hex')}`,
    caller,
    values: { link: `${ownBase(context.config, link)}/#/login` },
  })
}
