import { and, desc, eq, sql } from 'drizzle-orm'
import type { StatementLine } from '#contract/entities/movement.ts'
import type { Cursor, Span } from '#db/core/pagination.ts'
import type { Db } from '#db/connection.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'

// Only a member's entries are numbered; saying so lets the partial index of their pages serve.
const ofMember = and(
  eq(ledgerEntry.accountId, sql.placeholder('accountId')),
  sql`${ledgerEntry.seq} is not null`,
)

const balanceAt = prepared('balanceAt', (db) =>
  db
    .select({ balance: ledgerEntry.balance })
    .from(ledgerEntry)
    .where(and(ofMember, sql`${ledgerEntry.at} < ${sql.placeholder('instant')}`))
    .orderBy(desc(ledgerEntry.at), desc(ledgerEntry.seq))
    .limit(1)
    .prepare('balanceAt'),
)

/** A member's points just before an instant. */
export async function pointsBefore(db: Db, accountId: string, instant: Date): Promise<number> {
  const [entry] = await balanceAt(db).execute({ accountId, instant })
  return entry?.balance ?? 0
}

const lines = prepared('statementPage', (db) =>
  db
    .select({
      at: ledgerEntry.at,
      seq: ledgerEntry.seq,
      datetime: sqlTimestamp(ledgerEntry.at),
      concept: ledgerTransaction.concept,
      points: ledgerEntry.points,
      balance: ledgerEntry.balance,
      rrn: ledgerTransaction.rrn,
    })
    .from(ledgerEntry)
    .innerJoin(ledgerTransaction, eq(ledgerTransaction.id, ledgerEntry.transactionId))
    .where(
      and(
        ofMember,
        sql`${ledgerEntry.at} >= ${sql.placeholder('from')}`,
        sql`(${ledgerEntry.at}, ${ledgerEntry.seq}) < (${sql.placeholder('beforeAt')}, ${sql.placeholder('beforeSeq')}::int8)`,
      ),
    )
    .orderBy(desc(ledgerEntry.at), desc(ledgerEntry.seq))
    .limit(sql.placeholder('limit'))
    .prepare('statementPage'),
)

/** One page of a member's statement, newest first, and where the next begins. */
export async function statementOf(
  db: Db,
  ask: { accountId: string; count: number; after: Cursor | null } & Span,
): Promise<{ lines: StatementLine[]; next: Cursor | null }> {
  const before = ask.after ?? { at: ask.until, id: '0' }
  const rows = await lines(db).execute({
    accountId: ask.accountId,
    from: ask.from,
    beforeAt: before.at,
    beforeSeq: Number(before.id),
    limit: ask.count + 1,
  })
  const last = rows[ask.count - 1]
  return {
    lines: rows
      .slice(0, ask.count)
      .map(({ at: _at, seq: _seq, balance, ...line }) => ({ ...line, balance: balance ?? 0 })),
    next: rows.length > ask.count && last ? { at: last.at, id: String(last.seq) } : null,
  }
}
