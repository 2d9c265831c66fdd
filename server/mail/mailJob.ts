import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '#contract/dates.ts'
import { countTry, markDead, markFailed, markSent } from '#db/messaging/mailOutbox.ts'
import { type Job, JobFailure } from '#server/jobs/job.ts'
import { type MailTransport, Undeliverable } from '#server/mail/smtpTransport.ts'

/** How long one try to send an email may take, in milliseconds: less than the queue's time limit. */
export const SEND_TIMEOUT_MS = 30_000
/** The age at which an email is given up, in milliseconds. */
const MAX_AGE_MS = DAY_MS

/** Milliseconds between two tries to record that an email was sent. */
const RECORD_INTERVAL_MS = 250

export interface MailJobData {
  /** The id of the email in the outbox. */
  mail: string
  /** ISO 8601; after it the email is of no use: its code has ended. Left out: a day after it was stored. */
  until?: string
}

/**
 * Sends one email of the outbox. A crash of the process between sending and recording it sends the
 * email twice; an outage of the database does not.
 */
export const mailJob = (transport: MailTransport): Job<MailJobData> => ({
  queue: 'mail',
  concurrency: 4,
  pollSeconds: 1,
  run: async ({ db, now }, { mail: id, until }, signal) => {
    const email = await countTry(db, id)
    if (!email) return
    try {
      const last = until ? Date.parse(until) : email.at.getTime() + MAX_AGE_MS
      if (now().getTime() > last) throw new Undeliverable('too old')
      await transport.send(email)
    } catch (error) {
      const reason = reasonOf(error)
      await markFailed(db, id, reason)
      throw new JobFailure(reason, error instanceof Undeliverable)
    }
    await untilRecorded(() => markSent(db, id, now()), signal)
  },
  onGivenUp: async ({ db, now }, { mail: id }) => await markDead(db, id, now()),
})

/** Repeats a record that fails until the job has to end: without it the email would be sent again. */
async function untilRecorded(record: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await record()
    } catch (error) {
      if (signal.aborted) throw error
      await sleep(RECORD_INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/** The kind of failure. The server's own words are left out: they may quote the email or the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number }
  if (code === 'ETLS') return 'ETLS: the SMTP server offers no TLS that this machine trusts'
  return [code, responseCode].filter(Boolean).join(' ') || message.slice(0, 80)
}
