import type { Email } from 'postal-mime'
import { untilNothing } from '#lab/processes/untilNothing.ts'
import { MESSAGE_RECEIVED } from '#server/mail/emailTemplates.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import type { Watchdog } from '#testing/harness/runWithPostgres.ts'

/** A mail that was due while its process had no database is tried again within a minute or two. */
const MAIL_TIMEOUT_MS = 180_000

type Received = readonly Pick<Email, 'messageId' | 'subject' | 'text'>[]

/**
 * Compares the mails of the outbox with those that the SMTP server received. A copy is told by its
 * Message-ID, which holds the id of the outbox.
 * @param titles of the messages to the network that were accepted; a mail acknowledges each one
 * @returns numbers of mails, and of messages without a mail that acknowledges them, or with several
 */
export function compareMails(
  queued: readonly string[],
  received: Received,
  titles: readonly string[],
) {
  const byId = Map.groupBy(received, ({ messageId = '' }) => messageId.replaceAll(/^<|@.*$/g, ''))
  const copies = queued.map((id) => byId.get(id)?.length ?? 0)
  const acknowledgements = [...byId.values()].flatMap(([mail]) =>
    mail?.subject === MESSAGE_RECEIVED.subject ? [mail.text ?? ''] : [],
  )
  const isAcknowledged = (title: string) =>
    acknowledgements.filter((text) => text.includes(title)).length === 1
  return {
    queued: queued.length,
    lost: copies.filter((count) => count === 0).length,
    repeated: copies.filter((count) => count > 1).length,
    unacknowledged: titles.filter((title) => !isAcknowledged(title)).length,
  }
}

/** Waits until no mail is to be sent, and compares as `compareMails`. */
export async function awaitMails(
  databaseUrl: string,
  received: Received,
  titles: readonly string[],
  run: Watchdog,
) {
  const waiting = 'select from mail where sent_at is null and dead_at is null'
  await untilNothing(
    async () => (await queryRows(databaseUrl, waiting)).length,
    MAIL_TIMEOUT_MS,
    (pending) => run.progress(`${pending} correos por mandar`),
  )
  const queued = await queryRows<{ id: string }>(databaseUrl, 'select id from mail')
  return compareMails(
    queued.map(({ id }) => id),
    received,
    titles,
  )
}
