import type { Email } from 'postal-mime'
import { MESSAGE_RECEIVED } from '#server/mail/emailTemplates.ts'

/**
 * Compares the mails of the outbox with those that the SMTP server received. A copy is told by its
 * Message-ID, which holds the id of the outbox.
 * @param titles of the messages to the network that were accepted; a mail acknowledges each one
 * @returns numbers of mails, and of messages without a mail that acknowledges them, or with several
 */
export function compareMails(
  queued: readonly string[],
  received: readonly Pick<Email, 'messageId' | 'subject' | 'text'>[],
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
