import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'

/** Kinds of business events that change points. */
type LedgerEvent = 'sale' | 'payment' | 'redemption' | 'reversal' | 'expiry'

/** A business event and the points it gives (positive) or takes (negative). */
export interface Posting {
  /** Id of the ledger transaction. */
  id: string
  event: LedgerEvent
  /** Id of the event within its kind; a second posting of the same event changes nothing (L5). */
  eventId: string
  loyaltyCode: string
  /** Whole points. */
  points: number
  /** Text of the statement line, in Spanish. */
  concept: string
  rrn: string
  at: Date
}

/** The fields of a member's ledger entry that its hash covers. */
interface LedgerLink {
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
export function chainHash(previous: Buffer | null, link: LedgerLink): Buffer {
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

const lockMember = prepared('lock_member', (db) =>
  db
    .select()
    .from(ledgerAccount)
    .where(eq(ledgerAccount.loyaltyCode, sql.placeholder('loyaltyCode')))
    .for('update')
    .prepare('lock_member'),
)
const findCounterpart = prepared('counterpart', (db) =>
  db
    .select({ id: ledgerAccount.id })
    .from(ledgerAccount)
    .where(
      and(
        isNull(ledgerAccount.loyaltyCode),
        eq(
          ledgerAccount.programme,
          sql`(select programme from loyalty where code = ${sql.placeholder('loyaltyCode')})`,
        ),
      ),
    )
    .prepare('counterpart'),
)
const insertTransaction = prepared('insert_ledger_transaction', (db) =>
  db
    .insert(ledgerTransaction)
    .values({
      id: sql.placeholder('id'),
      event: sql.placeholder('event'),
      eventId: sql.placeholder('eventId'),
      concept: sql.placeholder('concept'),
      rrn: sql.placeholder('rrn'),
      at: sql.placeholder('at'),
    })
    .onConflictDoNothing()
    .returning({ id: ledgerTransaction.id })
    .prepare('insert_ledger_transaction'),
)
const insertEntries = prepared('insert_ledger_entries', (db) =>
  db
    .insert(ledgerEntry)
    .values([
      {
        transactionId: sql.placeholder('id'),
        accountId: sql.placeholder('accountId'),
        points: sql.placeholder('points'),
        seq: sql.placeholder('seq'),
        balance: sql.placeholder('balance'),
        at: sql.placeholder('at'),
        hash: sql.placeholder('hash'),
      },
      {
        transactionId: sql.placeholder('id'),
        accountId: sql.placeholder('counterpartId'),
        points: sql.placeholder('counterpoints'),
        seq: null,
        balance: null,
        at: sql.placeholder('at'),
        hash: null,
      },
    ])
    .prepare('insert_ledger_entries'),
)
const updateMember = prepared('update_member', (db) =>
  db
    .update(ledgerAccount)
    .set({
      balance: sql`${sql.placeholder('balance')}`,
      lastSeq: sql`${sql.placeholder('seq')}`,
      lastAt: sql`${sql.placeholder('at')}`,
      lastHash: sql`${sql.placeholder('hash')}`,
    })
    .where(eq(ledgerAccount.id, sql.placeholder('accountId')))
    .prepare('update_member'),
)
/**
 * Posts one event: inserts two entries that sum to 0 (L1) and updates the member's balance and chain
 * (L3, L6). It must run inside the transaction of the event.
 * @returns the posted points and the new balance; null when the event was posted before or has 0 points
 * @throws a check violation when the balance would fall below 0 (L4)
 */
export async function post(
  tx: Db,
  posting: Posting,
): Promise<{ points: number; balance: number } | null> {
  if (!Number.isSafeInteger(posting.points)) throw new RangeError('points are whole numbers')
  if (posting.points === 0) return null
  // The lock on the member's account serialises the events of one member and of no other.
  const { id, event, eventId, loyaltyCode, concept, rrn, points } = posting
  const [[member], [counterpart]] = await Promise.all([
    lockMember(tx).execute({ loyaltyCode }),
    findCounterpart(tx).execute({ loyaltyCode }),
  ])
  if (!member || member.balance === null)
    throw new Error(`loyalty ${posting.loyaltyCode} has no account`)
  if (!counterpart) throw new Error(`programme of ${posting.loyaltyCode} has no account`)
  // Times never decrease along an account, so that a period of a statement is a range of the chain (L10).
  const at = member.lastAt && member.lastAt > posting.at ? member.lastAt : posting.at
  const inserted = await insertTransaction(tx).execute({ id, event, eventId, concept, rrn, at })
  if (inserted.length === 0) return null

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
  const entry = { id, accountId: member.id, points, seq: link.seq, balance, at, hash }
  await Promise.all([
    insertEntries(tx).execute({ ...entry, counterpartId: counterpart.id, counterpoints: -points }),
    updateMember(tx).execute(entry),
  ])
  return { points, balance }
}

/** Balance of a loyalty in whole points; 0 when it has no account. */
export async function balanceOf(db: Db, loyaltyCode: string): Promise<number> {
  const [account] = await db
    .select({ balance: ledgerAccount.balance })
    .from(ledgerAccount)
    .where(eq(ledgerAccount.loyaltyCode, loyaltyCode))
  return account?.balance ?? 0
}
