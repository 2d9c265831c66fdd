import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { insertMail } from '#db/messaging/mailOutbox.ts'
import type { Context } from '#server/context.ts'
import type { EmailTemplate } from '#server/mail/emailTemplates.ts'
import { renderEmail, type Values } from '#server/mail/renderEmail.ts'

/**
 * Stores an email and the job that sends it, in the transaction of the event that it reports. An
 * event has one email: a second one is not stored.
 */
export async function queueEmail(
  context: Pick<Context, 'random' | 'now' | 'jobs'>,
  tx: Db,
  template: EmailTemplate,
  { recipient, event, values }: { recipient: string; event: string; values: Values },
): Promise<void> {
  const id = uuidFrom(context.random(16))
  const email = { id, event, recipient, at: context.now(), ...renderEmail(template, values) }
  if (await insertMail(tx, email)) await context.jobs.add(tx, 'mail', { mail: id }, { id })
}
