import { eq, or, sql } from 'drizzle-orm'
import { sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { prepared, preparedInsert } from '#db/core/preparedStatement.ts'
import type { LedgerAccount } from '#db/loyalty/ledgerEntries.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { loyalty } from '#db/tables/loyalties.ts'

/* The statements of the points ledger; `pointsLedger.ts` alone writes with them. */

const codes = sql`any(${sql.placeholder('codes')}::text[])`
const lockMembers = prepared('lock_members', (db) =>
  db
    .select()
    .from(ledgerAccount)
    .where(sql`${ledgerAccount.loyaltyCode} = ${codes}`)
    .orderBy(ledgerAccount.loyaltyCode)
    .for('update'),
)
/** The accounts of the programmes of some loyalties, and those of their shortfalls. */
const findCounterparts = prepared('counterparts', (db) =>
  db
    .select({ of: loyalty.code, account: ledgerAccount })
    .from(loyalty)
    .innerJoin(
      ledgerAccount,
      or(
        eq(ledgerAccount.programme, loyalty.programme),
        eq(ledgerAccount.shortfallOf, loyalty.code),
      ),
    )
    .where(sql`${loyalty.code} = ${codes}`),
)
/** Answers the ids of those that were not posted before (L5). */
export const insertTransactions = preparedInsert(
  'insert_ledger_transactions',
  ledgerTransaction,
  'on conflict do nothing returning id',
)
/** The entries of transactions that were inserted. */
export const insertEntries = preparedInsert('insert_ledger_entries', ledgerEntry)
const updateAccounts = prepared('update_accounts', (db) =>
  db
    .update(ledgerAccount)
    .set({
      balance: sql`changed.balance`,
      lastSeq: sql`changed.seq`,
      lastAt: sql`changed.at`,
      lastHash: sql`changed.hash`,
    })
    .from(
      sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('balances')}::bigint[],
        ${sql.placeholder('seqs')}::int[], ${sql.placeholder('times')}::timestamptz[],
        ${sql.placeholder('hashes')}::bytea[]) as changed (id, balance, seq, at, hash)`,
    )
    .where(sql`${ledgerAccount.id} = changed.id`),
)
/** Stores the balance and the end of the chain of some accounts. */
export const updateMembers = (tx: Db, members: readonly LedgerAccount[]) =>
  updateAccounts(tx).execute({
    ids: members.map(({ id }) => id),
    balances: members.map(({ balance }) => balance),
    seqs: members.map(({ lastSeq }) => lastSeq),
    times: members.map(({ lastAt }) => lastAt),
    hashes: members.map(({ lastHash }) => lastHash),
  })
/** A member's account with its row locked. */
export type LockedAccount = typeof ledgerAccount.$inferSelect & {
  loyaltyCode: string
  balance: number
}

/** Locks the accounts of some loyalties, in an order that two callers share. */
export async function lockAccounts(tx: Db, loyalties: readonly string[]): Promise<LockedAccount[]> {
  return (await lockMembers(tx).execute({ codes: [...new Set(loyalties)] })) as LockedAccount[]
}

/** The accounts that the events of one member change. */
interface Accounts {
  member: LockedAccount
  /** The programme's. */
  counterpart: LedgerAccount
  /** None before the first shortfall. Only events of the member, whose row is locked, change it. */
  shortfall?: LedgerAccount
}

/** The accounts of some members by loyalty; the lock serialises the events of one member and of no other. */
export async function lockAccountsOf(tx: Db, loyalties: string[]): Promise<Map<string, Accounts>> {
  const [members, others] = await sentTogether([
    lockAccounts(tx, loyalties),
    findCounterparts(tx).execute({ codes: loyalties }),
  ])
  return new Map(
    members.map((member) => {
      const own = others.filter(({ of }) => of === member.loyaltyCode)
      const counterpart = own.find(({ account }) => account.programme !== null)?.account
      const shortfall = own.find(({ account }) => account.shortfallOf !== null)?.account
      if (!counterpart) throw new Error(`programme of ${member.loyaltyCode} has no account`)
      return [member.loyaltyCode, { member, counterpart, ...(shortfall && { shortfall }) }]
    }),
  )
}

/** The same of one member. */
export async function lockAccountsOfOne(tx: Db, loyaltyCode: string): Promise<Accounts> {
  const accounts = (await lockAccountsOf(tx, [loyaltyCode])).get(loyaltyCode)
  if (!accounts) throw new Error(`loyalty ${loyaltyCode} has no account`)
  return accounts
}
