import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { lockTerminal, storeBatch } from '#db/stations/terminals.ts'
import type { Context } from '#server/context.ts'
import type { TerminalCaller } from '#server/http/defineHandler.ts'
import { unknownKey } from '#server/http/terminalSignature.ts'

/**
 * Runs `work` in a transaction that holds the terminal: the calls of one terminal wait for each other.
 * @throws INVALID_SESSION when its key is not in force any more: a revocation ends also the calls under
 * way
 */
export const inTerminalTransaction = <T>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { keyid }: TerminalCaller,
  work: (tx: Db) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
    if (!(await lockTerminal(tx, keyid, now()))) throw unknownKey()
    return await work(tx)
  })

/** Stores the bytes and the signature of a message, in the transaction that gives it its effect. */
export const storeEvidence = (
  tx: Db,
  { terminalId, header, receivedAt, message }: TerminalCaller,
): Promise<void> =>
  storeBatch(tx, {
    terminalId,
    nonce: header.auditNumber,
    receivedAt,
    targetUri: message.targetUri,
    body: Buffer.from(message.text),
    contentDigest: String(message.headers['content-digest']),
    signatureInput: String(message.headers['signature-input']),
    signature: String(message.headers.signature),
  })
