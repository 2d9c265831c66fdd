import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { bulkInsert } from '#db/core/bulkInsert.ts'
import type { Db } from '#db/core/db.ts'
import { placeholders, prepared, preparedText } from '#db/core/preparedStatement.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import type { LedgerAccount } from '#db/loyalty/ledgerEntries.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction, pointsLot } from '#db/tables/ledger.ts'
import { loyalty } from '#db/tables/loyalties.ts'

/* The statements of the points ledger; `pointsLedger.ts` alone writes with them. */

const programmes = alias(ledgerAccount, 'counterpart')
const lockWhere = (db: Db, which: SQL | undefined) =>
  db
    .select({ ...getTableColumns(ledgerAccount), counterpart: programmes.id })
    .from(ledgerAccount)
    .innerJoin(loyalty, eq(loyalty.code, ledgerAccount.loyaltyCode))
    .innerJoin(programmes, eq(programmes.programme, loyalty.programme))
    .where(which)
    .orderBy(ledgerAccount.loyaltyCode)
    .for('update', { of: ledgerAccount })
const { loyaltyCode, shortfallOf } = ledgerAccount
const lockMember = prepared('lock_member', (db) =>
  lockWhere(db, whereEquals(ledgerAccount, placeholders({ loyaltyCode }))),
)
const lockMembers = prepared('lock_members', (db) =>
  lockWhere(db, sql`${loyaltyCode} = any(${sql.placeholder('codes')}::text[])`),
)

/** A member's account with its row locked, and the id of its programme's. */
export type LockedAccount = typeof ledgerAccount.$inferSelect & {
  loyaltyCode: string
  balance: number
  counterpart: string
}

/**
 * Locks the accounts of some loyalties, in an order that two callers share: the lock serialises the events
 * of one member and of no other.
 */
export async function lockAccounts(tx: Db, loyalties: readonly string[]): Promise<LockedAccount[]> {
  return (await lockMembers(tx).execute({ codes: [...new Set(loyalties)] })) as LockedAccount[]
}

/** The same of one member: PostgreSQL keeps one plan of it, while that of a list depends on its length. */
export async function lockAccount(tx: Db, code: string): Promise<LockedAccount> {
  const [account] = (await lockMember(tx).execute({ loyaltyCode: code })) as LockedAccount[]
  if (!account) throw new Error(`loyalty ${code} has no account`)
  return account
}

/** The account of a member's programme. */
export const counterpartOf = ({ counterpart: id }: LockedAccount): LedgerAccount => ({
  id,
  balance: null,
  lastSeq: 0,
  lastAt: null,
  lastHash: null,
})

const findShortfall = prepared('shortfall', (db) =>
  db
    .select()
    .from(ledgerAccount)
    .where(whereEquals(ledgerAccount, placeholders({ shortfallOf }))),
)
/**
 * The shortfall account of a member, whose account is locked: only events of the member change it. None
 * before the first shortfall.
 */
export async function shortfallAccount(tx: Db, code: string): Promise<LedgerAccount | undefined> {
  return (await findShortfall(tx).execute({ shortfallOf: code }))[0]
}

const transactions = bulkInsert(ledgerTransaction)
const entries = bulkInsert(ledgerEntry, transactions.last)
const lots = bulkInsert(pointsLot, entries.last)
const [ids, balances, seqs, times, hashes] = [1, 2, 3, 4, 5].map((n) => `$${lots.last + n}`)
/**
 * Transactions that were not posted before (L5), with their entries and lots, and the accounts after them.
 * No part needs another's lock: the accounts are locked by statements before this one.
 */
const insertPostings = preparedText<{ posted: number; owing: string[] }>(
  'insert_postings',
  `with posted as (${transactions.text} on conflict do nothing returning id),
  entered as (${entries.text} join posted on posted.id = given.transaction_id),
  added as (${lots.text} join posted on posted.id = given.transaction_id),
  changed as (
    update ledger_account
    set balance = given.balance, last_seq = given.seq, last_at = given.at, last_hash = given.hash
    from unnest(${ids}::uuid[], ${balances}::bigint[], ${seqs}::int[], ${times}::timestamptz[], ${hashes}::bytea[])
      as given(id, balance, seq, at, hash)
    where ledger_account.id = given.id and exists (select from posted)
  )
  select (select count(*)::int from posted) as posted, array(
    select shortfall.shortfall_of from ledger_account member
    join ledger_account shortfall on shortfall.shortfall_of = member.loyalty_code
    where member.id = any(${ids}::uuid[]) and shortfall.balance <> 0 order by 1
  ) as owing`,
)
/**
 * Writes transactions, and where one of them was not posted before, the accounts of their members.
 * @returns how many were not, and the loyalties of those members that have a shortfall
 */
export async function writePostings(
  tx: Db,
  rows: {
    transactions: (typeof ledgerTransaction.$inferInsert)[]
    entries: (typeof ledgerEntry.$inferInsert)[]
    lots: (typeof pointsLot.$inferInsert)[]
    members: LedgerAccount[]
  },
): Promise<{ posted: number; owing: string[] }> {
  const { members } = rows
  const [written] = await insertPostings(tx, [
    ...transactions.valuesOf(rows.transactions),
    ...entries.valuesOf(rows.entries),
    ...lots.valuesOf(rows.lots),
    members.map(({ id }) => id),
    members.map(({ balance }) => balance),
    members.map(({ lastSeq }) => lastSeq),
    members.map(({ lastAt }) => lastAt),
    members.map(({ lastHash }) => lastHash),
  ])
  if (!written) throw new Error('the postings were not written')
  return written
}
