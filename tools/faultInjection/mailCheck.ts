import { setTimeout as sleep } from 'node:timers/promises'
import type { Email } from 'postal-mime'
import { MESSAGE_RECEIVED } from '#server/mail/emailTemplates.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'

/** The mails of a run, compared with those that the SMTP server received. */
export interface MailCheck {
  /** Mails of the outbox. */
  queued: number
  /** Ids of mails that were not received. */
  lost: string[]
  /** Ids of mails that were received more than once. */
  repeated: string[]
  /** Titles of accepted messages without a mail that acknowledges them, or with several. */
  unacknowledged: string[]
}

/** A job of a process that lost its database is tried again within a minute or two. */
const DELIVERY_TIMEOUT_MS = 180_000
const INTERVAL_MS = 250

/** Waits until every mail was sent or given up, and compares. */
export async function checkMails(
  databaseUrl: string,
  received: readonly Email[],
  acknowledged: readonly string[],
  onWait: (pending: number) => void,
): Promise<MailCheck> {
  const deadline = performance.now() + DELIVERY_TIMEOUT_MS
  while (performance.now() < deadline) {
    const pending = await countPending(databaseUrl)
    if (pending === 0) break
    onWait(pending)
    await sleep(INTERVAL_MS)
  }
  const queued = await queryRows<{ id: string }>(databaseUrl, 'select id from mail')
  return compareMails(
    queued.map(({ id }) => id),
    received,
    acknowledged,
  )
}

async function countPending(databaseUrl: string): Promise<number> {
  const [row] = await queryRows<{ pending: number }>(
    databaseUrl,
    'select count(*)::int as pending from mail where sent_at is null and dead_at is null',
  )
  return row?.pending ?? 0
}

/** A copy is told by its Message-ID, which holds the id of the outbox. */
export function compareMails(
  queued: readonly string[],
  received: readonly Pick<Email, 'messageId' | 'subject' | 'text'>[],
  acknowledged: readonly string[],
): MailCheck {
  const copies = new Map<string, number>()
  const texts = new Map<string, string>()
  for (const { messageId = '', subject, text = '' } of received) {
    const id = messageId.replaceAll(/^<|@.*$/g, '')
    copies.set(id, (copies.get(id) ?? 0) + 1)
    if (subject === MESSAGE_RECEIVED.subject) texts.set(id, text)
  }
  const acknowledgements = [...texts.values()]
  return {
    queued: queued.length,
    lost: queued.filter((id) => !copies.has(id)),
    repeated: queued.filter((id) => (copies.get(id) ?? 0) > 1),
    unacknowledged: acknowledged.filter(
      (title) => acknowledgements.filter((text) => text.includes(title)).length !== 1,
    ),
  }
}
