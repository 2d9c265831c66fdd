import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { matches } from '#db/core/matches.ts'
import { placeholders, prepared } from '#db/core/preparedStatement.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { appendEntries, type LedgerAccount } from '#db/loyalty/ledgerEntries.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'

type LedgerTransaction = typeof ledgerTransaction.$inferInsert

/** A business event and the whole points it gives (positive) or takes (negative). */
export interface Posting extends LedgerTransaction {
  event: 'sale' | 'payment' | 'redemption' | 'reversal' | 'expiry'
  loyaltyCode: string
  points: number
}

const lockMember = prepared('lock_member', (db) =>
  db
    .select()
    .from(ledgerAccount)
    .where(eq(ledgerAccount.loyaltyCode, sql.placeholder('loyaltyCode')))
    .for('update'),
)
const findCounterpart = prepared('counterpart', (db) =>
  db
    .select()
    .from(ledgerAccount)
    .where(
      and(
        isNull(ledgerAccount.loyaltyCode),
        sql`${ledgerAccount.programme} = (select programme from loyalty where code = ${sql.placeholder('loyaltyCode')})`,
      ),
    ),
)
const insertTransaction = prepared('insert_ledger_transaction', (db) =>
  db
    .insert(ledgerTransaction)
    .values(placeholders(getTableColumns(ledgerTransaction)))
    .onConflictDoNothing()
    .returning({ id: ledgerTransaction.id }),
)
/** Both entries of a transaction; the placeholders of the second end in 2. */
const insertEntries = prepared('insert_ledger_entries', (db) =>
  db
    .insert(ledgerEntry)
    .values(['', '2'].map((suffix) => placeholders(getTableColumns(ledgerEntry), suffix))),
)
const { balance, lastSeq, lastAt, lastHash } = ledgerAccount
const updateMember = prepared('update_member', (db) =>
  db
    .update(ledgerAccount)
    .set(placeholders({ balance, lastSeq, lastAt, lastHash }))
    .where(eq(ledgerAccount.id, sql.placeholder('id'))),
)
/** A member's account with its row locked. */
type LockedAccount = typeof ledgerAccount.$inferSelect & { loyaltyCode: string; balance: number }

/**
 * Moves points between two accounts whose members' rows are locked: the only writer of the ledger.
 * @returns false when the event was posted before (L5)
 * @throws a check violation when a balance would fall below 0 (L4)
 */
async function append(
  tx: Db,
  given: LedgerTransaction,
  points: number,
  from: LedgerAccount,
  to: LedgerAccount,
): Promise<boolean> {
  const moves = [
    { account: to, points },
    { account: from, points: -points },
  ]
  const { transaction, entries, members } = appendEntries(given, moves)
  if ((await insertTransaction(tx).execute({ ...transaction })).length === 0) return false
  const [entry, entry2] = entries
  const second = Object.entries(entry2 ?? {}).map(([name, value]) => [`${name}2`, value])
  await Promise.all([
    insertEntries(tx).execute({ ...entry, ...Object.fromEntries(second) }),
    ...members.map((member) => updateMember(tx).execute({ ...member })),
  ])
  return true
}

/**
 * Posts one event of a member, inside the transaction of the event.
 * @returns the posted points and the new balance; null when the event was posted before or has 0 points
 * @throws a check violation when the balance would fall below 0 (L4)
 */
export async function post(
  tx: Db,
  { loyaltyCode, points, ...transaction }: Posting,
): Promise<{ points: number; balance: number } | null> {
  if (!Number.isSafeInteger(points)) throw new RangeError('points are whole numbers')
  if (points === 0) return null
  // The lock on the member's account serialises the events of one member and of no other.
  const [[member], [counterpart]] = await Promise.all([
    lockMember(tx).execute({ loyaltyCode }),
    findCounterpart(tx).execute({ loyaltyCode }),
  ])
  if (!member || member.balance === null) throw new Error(`loyalty ${loyaltyCode} has no account`)
  if (!counterpart) throw new Error(`programme of ${loyaltyCode} has no account`)
  const appended = await append(tx, transaction, points, counterpart, member)
  return appended ? { points, balance: member.balance + points } : null
}

/** Locks the accounts of some loyalties, in an order that two callers share. */
export async function lockAccounts(tx: Db, codes: readonly string[]): Promise<LockedAccount[]> {
  const rows = await tx
    .select()
    .from(ledgerAccount)
    .where(inArray(ledgerAccount.loyaltyCode, [...codes]))
    .orderBy(ledgerAccount.loyaltyCode)
    .for('update')
  return rows as LockedAccount[]
}

/**
 * Id of the posting that empties an account (L11). The number of the account's next entry makes it
 * unique: points that arrive later on the account are another event.
 */
export const emptyingId = ({ loyaltyCode, lastSeq }: LockedAccount): string =>
  `${loyaltyCode}:${lastSeq + 1}`

/**
 * Moves the whole balance of one member's account to another member's, as one posting, inside the
 * caller's transaction.
 * @param move loyalty codes, the text of both statement lines in Spanish, and the instant
 * @returns the points; 0 when there were none, and then nothing is posted
 */
export async function transferBalance(
  tx: Db,
  { from, to, ...move }: Record<'from' | 'to' | 'concept' | 'rrn', string> & { at: Date },
): Promise<number> {
  const accounts = await lockAccounts(tx, [from, to])
  const giver = accounts.find(({ loyaltyCode }) => loyaltyCode === from)
  const taker = accounts.find(({ loyaltyCode }) => loyaltyCode === to)
  if (!giver || !taker) throw new Error(`loyalty ${from} or ${to} has no account`)
  if (giver.balance === 0) return 0
  const eventId = emptyingId(giver)
  const transaction = { id: uuidOf(`transfer ${eventId}`), event: 'transfer', eventId, ...move }
  if (!(await append(tx, transaction, giver.balance, giver, taker)))
    throw new Error(`the transfer ${eventId} was posted before`)
  return giver.balance
}

/** Balance of a loyalty in whole points; 0 when it has no account. */
export async function balanceOf(db: Db, loyaltyCode: string): Promise<number> {
  const ofLoyalty = eq(ledgerAccount.loyaltyCode, loyaltyCode)
  const [account] = await db.select({ balance }).from(ledgerAccount).where(ofLoyalty)
  return account?.balance ?? 0
}

/** A voided or refunded charge whose points are to be taken back. */
interface Reversal extends Pick<Posting, 'loyaltyCode' | 'concept' | 'rrn' | 'at'> {
  /** The gateway's id of the charge. */
  paymentToken: string
}

/**
 * Takes back the points of a payment: as many as it gave, or the member's balance if that is less
 * (L9). Points that were spent meanwhile are not recovered, because a balance is never negative (L4).
 */
export async function reversePayment(tx: Db, reversal: Reversal): Promise<void> {
  const { loyaltyCode, paymentToken, ...rest } = reversal
  // Locks the account before it reads the balance, so that no other event changes it in between.
  const [member] = await lockMember(tx).execute({ loyaltyCode })
  if (!member) return
  const ofMember = { transactionId: ledgerTransaction.id, accountId: member.id }
  const [given] = await tx
    .select({ points: ledgerEntry.points })
    .from(ledgerTransaction)
    .innerJoin(ledgerEntry, matches(ledgerEntry, ofMember))
    .where(matches(ledgerTransaction, { event: 'payment', eventId: paymentToken }))
  const points = Math.min(given?.points ?? 0, member.balance ?? 0)
  if (points <= 0) return
  const eventId = `void:${paymentToken}`
  const id = uuidOf(`reversal ${eventId}`)
  await post(tx, { ...rest, id, event: 'reversal', eventId, loyaltyCode, points: -points })
}
