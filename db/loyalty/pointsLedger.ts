import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'

/** What may move points. */
export type LedgerEvent = 'sale' | 'payment' | 'redemption' | 'reversal'

/** A business event and the points it gives (positive) or takes (negative). */
export interface Posting {
  id: string
  event: LedgerEvent
  /** The event's own id: a second posting of it changes nothing. */
  eventId: string
  loyaltyCode: string
  points: number
  /** Why, in the words of the statement. */
  concept: string
  rrn: string
  at: Date
}

/** One link of a member's chain, as its hash covers it. */
export interface Link {
  accountId: string
  seq: number
  transactionId: string
  event: string
  eventId: string
  points: number
  balance: number
  at: Date
}

/** L6: the hash of an entry covers the whole entry and the hash before it. */
export function chainHash(previous: Buffer | null, link: Link): Buffer {
  const text = [
    link.accountId,
    link.seq,
    link.transactionId,
    link.event,
    link.eventId,
    link.points,
    link.balance,
    link.at.toISOString(),
  ].join('\n')
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(text)
    .digest()
}

/**
 * Posts one event: two entries that sum to 0, the member's balance and chain moved on.
 * To be called inside the transaction of the event itself.
 * @returns what was posted; null when this event had been posted before or moves nothing
 * @throws a check violation when a balance would fall below 0 (L4)
 */
export async function post(
  tx: Db,
  posting: Posting,
): Promise<{ points: number; balance: number } | null> {
  if (!Number.isSafeInteger(posting.points)) throw new RangeError('points are whole numbers')
  if (posting.points === 0) return null
  // The member's row is taken first: two events of one member queue here, and nobody else waits.
  const [member] = await tx
    .select()
    .from(ledgerAccount)
    .where(eq(ledgerAccount.loyaltyCode, posting.loyaltyCode))
    .for('update')
  if (!member || member.balance === null)
    throw new Error(`loyalty ${posting.loyaltyCode} has no account`)
  const [counterpart] = await tx
    .select({ id: ledgerAccount.id })
    .from(ledgerAccount)
    .where(
      and(
        isNull(ledgerAccount.loyaltyCode),
        eq(
          ledgerAccount.programme,
          sql`(select programme from loyalty where code = ${posting.loyaltyCode})`,
        ),
      ),
    )
  if (!counterpart) throw new Error(`programme of ${posting.loyaltyCode} has no account`)
  // Along one account time never runs backwards, so that a statement's range is a range of the chain.
  const at = member.lastAt && member.lastAt > posting.at ? member.lastAt : posting.at
  const { id, event, eventId, concept, rrn, points } = posting
  const fresh = await tx
    .insert(ledgerTransaction)
    .values({ id, event, eventId, concept, rrn, at })
    .onConflictDoNothing()
    .returning({ id: ledgerTransaction.id })
  if (fresh.length === 0) return null

  const balance = member.balance + points
  const link = {
    accountId: member.id,
    seq: member.lastSeq + 1,
    transactionId: id,
    event,
    eventId,
    points,
    balance,
    at,
  }
  const hash = chainHash(member.lastHash, link)
  await tx.insert(ledgerEntry).values([
    { transactionId: id, accountId: member.id, points, seq: link.seq, balance, at, hash },
    {
      transactionId: id,
      accountId: counterpart.id,
      points: -points,
      seq: null,
      balance: null,
      at,
      hash: null,
    },
  ])
  await tx
    .update(ledgerAccount)
    .set({ balance, lastSeq: link.seq, lastAt: at, lastHash: hash })
    .where(eq(ledgerAccount.id, member.id))
  return { points, balance }
}

/** Whole points in a member's account now. */
export async function balanceOf(db: Db, loyaltyCode: string): Promise<number> {
  const [account] = await db
    .select({ balance: ledgerAccount.balance })
    .from(ledgerAccount)
    .where(eq(ledgerAccount.loyaltyCode, loyaltyCode))
  return account?.balance ?? 0
}
