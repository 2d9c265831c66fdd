import type { Db } from '#db/open.ts'
import type { PersonRow } from '#db/users.ts'
import type { Context } from '#server/context.ts'
import { PASSWORD_CHANGED } from '#server/mail/letters.ts'
import { ownBase } from '#server/mail/links.ts'
import { mailTo } from '#server/user/codes.ts'

/** Whoever changed it, the owner hears of it. */
export async function tellPasswordChanged(
  context: Context,
  tx: Db,
  { email }: PersonRow,
  link: string,
): Promise<void> {
  await mailTo(context, tx, PASSWORD_CHANGED, {
    recipient: email,
    event: `password ${context.random(16).toString('hex')}`,
    values: { link: `${ownBase(context.config, link)}/#/login` },
  })
}
