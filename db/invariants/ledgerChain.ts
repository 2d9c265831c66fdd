import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { MAX_NAMED_ROWS, type Violation } from '#db/invariants/invariant.ts'
import { chainHash, type LedgerLink } from '#db/loyalty/pointsLedger.ts'

/** Entries per query; it bounds the memory of the check. */
const PAGE = 5000

type Entry = Record<string, unknown> & {
  account_id: string
  seq: number
  transaction_id: string
  event: string | null
  event_id: string | null
  points: string
  balance: string
  at: string
  hash: Buffer | null
}

/**
 * L6: recomputes the hash of every ledger entry from the entry and the stored hash before it,
 * account by account. Only changed entries are reported.
 */
export async function checkLedgerChain(db: Db): Promise<Violation> {
  const rows: object[] = []
  let last: Entry | undefined
  for (;;) {
    const page = await pageAfter(db, last)
    for (const entry of page) {
      const previous = last?.account_id === entry.account_id ? last.hash : null
      const expected = chainHash(previous, linkOf(entry))
      if (!entry.hash?.equals(expected) && rows.length < MAX_NAMED_ROWS)
        rows.push({
          account_id: entry.account_id,
          seq: entry.seq,
          transaction_id: entry.transaction_id,
        })
      last = entry
    }
    if (page.length < PAGE) break
  }
  return { code: 'L6', description: 'la cadena de cada cuenta cierra, asiento por asiento', rows }
}

/** The next entries in the order of the index on account and sequence number. */
async function pageAfter(db: Db, last: Entry | undefined): Promise<Entry[]> {
  const after = last
    ? sql`and (e.account_id, e.seq) > (${last.account_id}::uuid, ${last.seq}::integer)`
    : sql``
  const { rows } = await db.execute<Entry>(sql`
    select e.account_id, e.seq, e.transaction_id, t.event, t.event_id, e.points, e.balance, e.at, e.hash
    from (
      select * from ledger_entry e where e.seq is not null ${after}
      order by e.account_id, e.seq limit ${PAGE}
    ) e
    left join ledger_transaction t on t.id = e.transaction_id
    order by e.account_id, e.seq`)
  return rows
}

const linkOf = (entry: Entry): LedgerLink => ({
  accountId: entry.account_id,
  seq: entry.seq,
  transactionId: entry.transaction_id,
  event: entry.event ?? '',
  eventId: entry.event_id ?? '',
  points: Number(entry.points),
  balance: Number(entry.balance),
  at: new Date(entry.at),
})
