import { randomUUID } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { Pool, type PoolClient } from 'pg'
import { bulkInsert } from '#db/core/bulkInsert.ts'
import { appendEntries, type LedgerAccount } from '#db/loyalty/ledgerEntries.ts'
import { lotOf } from '#db/loyalty/pointsLots.ts'
import { ledgerEntry, ledgerTransaction, pointsLot } from '#db/tables/ledger.ts'

type Account = LedgerAccount & { loyaltyCode: string; counterpart: string }
interface Posting {
  event: 'sale' | 'payment'
  eventId: string
  concept: string
  rrn: string
  loyaltyCode: string
  points: number
}
export type BareTransaction = ReturnType<typeof writesOf>

/** Bare pg, in whose transactions the peers of our own programs write with statements prepared by name. */
export function createBarePool(url: string, max: number) {
  const connections = new Pool({ connectionString: url, max })
  // `end` resolves before the connections are closed, and the database may end them first.
  connections.on('error', () => {})
  return {
    transaction: async (write: (bare: BareTransaction) => Promise<unknown>): Promise<void> => {
      const client = await connections.connect()
      try {
        await client.query('begin')
        await write(writesOf(client))
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    close: () => connections.end(),
  }
}

const inserts = new Map<PgTable, ReturnType<typeof bulkInsert>>()

function writesOf(client: PoolClient) {
  const run = async <Row>(name: string, text: string, values: unknown[]) =>
    (await client.query<Row & object>({ name: `bare_${name}`, text, values })).rows as Row[]
  const insert = async <Table extends PgTable>(table: Table, rows: Table['$inferInsert'][]) => {
    const rowsInto = inserts.get(table) ?? bulkInsert(table)
    inserts.set(table, rowsInto)
    await run(getTableName(table), rowsInto.text, rowsInto.valuesOf(rows))
  }
  return {
    run,
    insert,
    post: (postings: Posting[], at: Date) => post({ run, insert }, postings, at),
  }
}

/** Writes postings with their hashes, and the balances; a posting of a loyalty without account is an error. */
async function post(
  { run, insert }: Pick<BareTransaction, 'run' | 'insert'>,
  postings: Posting[],
  at: Date,
): Promise<void> {
  const locked = await run<Account>(
    'accounts',
    `select a.id, a.loyalty_code as "loyaltyCode", a.balance::int, a.last_seq as "lastSeq",
         a.last_at as "lastAt", a.last_hash as "lastHash", c.id as counterpart
       from ledger_account a join loyalty l on l.code = a.loyalty_code
       join ledger_account c on c.programme = l.programme
      where a.loyalty_code = any($1::text[]) order by a.loyalty_code for update of a`,
    [postings.map(({ loyaltyCode }) => loyaltyCode)],
  )
  const accounts = new Map(locked.map((account) => [account.loyaltyCode, account]))
  const written = postings.map(({ loyaltyCode, points, ...event }) => {
    const account = accounts.get(loyaltyCode)
    if (!account) throw new Error(`loyalty ${loyaltyCode} has no account`)
    const ofProgramme = { balance: null, lastSeq: 0, lastAt: null, lastHash: null }
    const posting = appendEntries({ ...event, id: randomUUID(), at }, [
      { account, points },
      { account: { ...ofProgramme, id: account.counterpart }, points: -points },
    ])
    accounts.set(loyaltyCode, { ...account, ...posting.members[0] })
    return { ...posting, lot: lotOf(posting.transaction, { loyaltyCode, points }) }
  })
  await insert(
    ledgerTransaction,
    written.map(({ transaction }) => transaction),
  )
  await insert(
    ledgerEntry,
    written.flatMap(({ entries }) => entries),
  )
  await insert(
    pointsLot,
    written.map(({ lot }) => lot),
  )
  const changed = [...accounts.values()]
  await run(
    'balances',
    `update ledger_account a set balance = n.balance, last_seq = n.seq, last_at = n.at, last_hash = n.hash
       from unnest($1::uuid[], $2::bigint[], $3::int[], $4::timestamptz[], $5::bytea[])
         as n (id, balance, seq, at, hash) where a.id = n.id`,
    (['id', 'balance', 'lastSeq', 'lastAt', 'lastHash'] as const).map((key) =>
      changed.map((account) => account[key]),
    ),
  )
}
