import { inTransaction } from '#db/connection.ts'
import { takeOverScheduledMails } from '#db/messaging/mailOutbox.ts'
import type { Context } from '#server/context.ts'
import type { Job } from '#server/jobs/job.ts'
import { addMailJob } from '#server/mail/mailJob.ts'

/**
 * Adds a job for each email that a server of version 1.7 stored and did not send: it scheduled
 * emails by `mail.due_at`. This file and the column go with the release after this one.
 */
export const adoptionJob: Job = {
  queue: 'mail_adoption',
  concurrency: 1,
  pollSeconds: 2,
  schedule: { cron: '* * * * *', secondsAfterStart: 0 },
  run: async (context) => await adoptScheduledMails(context),
}

/** Adopts all such emails that no other process is adopting. */
export async function adoptScheduledMails(context: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    for (const { id, startAfter } of await takeOverScheduledMails(tx))
      await addMailJob(context, tx, id, startAfter ?? undefined)
  })
}
