import type { Fact } from '#contract/entities/receipt.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { insertMail } from '#db/messaging/mailOutbox.ts'
import type { Context } from '#server/context.ts'
import type { EmailTemplate } from '#server/mail/emailTemplates.ts'
import type { MailJobData } from '#server/mail/mailJob.ts'
import { renderEmail, type Values } from '#server/mail/renderEmail.ts'

/** How long a code is valid, as the emails say, in milliseconds. */
export const CODE_LIFETIME_MS = 10 * 60_000

/**
 * Stores an email and the job that sends it, in the transaction of the event that it reports. An
 * event has one email: a second one is not stored.
 * @returns false when the event has its email already
 */
export async function queueEmail(
  context: Pick<Context, 'random' | 'now' | 'jobs'>,
  tx: Db,
  template: EmailTemplate,
  {
    recipient,
    event,
    values,
    facts,
  }: { recipient: string; event: string; values: Values; facts?: readonly Fact[] },
): Promise<boolean> {
  const id = uuidFrom(context.random(16))
  const at = context.now()
  const email = { id, event, recipient, at, ...renderEmail(template, values, facts) }
  const until = template.code && new Date(at.getTime() + CODE_LIFETIME_MS).toISOString()
  const data: MailJobData = { mail: id, ...(until && { until }) }
  const isFirst = await insertMail(tx, email)
  if (isFirst) await context.jobs.add(tx, 'mail', data, { id })
  return isFirst
}
