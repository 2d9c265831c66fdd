import type { Db } from '#db/connection.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Context } from '#server/context.ts'
import { PASSWORD_CHANGED } from '#server/mail/emailTemplates.ts'
import { ownBase } from '#server/mail/links.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'

/** Whoever changed it, the owner hears of it. */
export async function sendPasswordChangedEmail(
  context: Context,
  tx: Db,
  { email }: PersonRow,
  link: string,
): Promise<void> {
  await queueEmail(context, tx, PASSWORD_CHANGED, {
    recipient: email,
    event: `password ${context.random(16).toString('hex')}`,
    values: { link: `${ownBase(context.config, link)}/#/login` },
  })
}
