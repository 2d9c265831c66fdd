import { createHash, randomUUID } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { PoolClient } from 'pg'
import { createBarePool } from '#bench/barePool.ts'
import type { SalesBatch } from '#bench/sales/tills.ts'
import { bulkInsert } from '#db/core/bulkInsert.ts'
import { appendEntries, type LedgerAccount } from '#db/loyalty/ledgerEntries.ts'
import { lotOf } from '#db/loyalty/pointsLots.ts'
import { ledgerEntry, ledgerTransaction, pointsLot } from '#db/tables/ledger.ts'
import { movement } from '#db/tables/movements.ts'
import { saleEvent, saleIdentity, saleLine } from '#db/tables/sales.ts'
import { idempotentRequest } from '#db/tables/sessions.ts'
import { terminalBatch } from '#db/tables/terminals.ts'

type Account = LedgerAccount & { loyaltyCode: string }

/**
 * The rows of a batch of sales, written by pg in one transaction with one prepared statement per table,
 * and nothing else: no signature, no checks, no look for repeats, no locks but those of the accounts.
 */
export function startBareIntake(url: string, pool: number) {
  const { transaction, close } = createBarePool(url, pool)
  let numbers = 800_000_000_000
  return {
    report: (batch: SalesBatch) =>
      transaction((client) => writeBatch(client, batch, () => String((numbers += 1)))),
    close,
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

async function writeBatch(client: PoolClient, batch: SalesBatch, nextRrn: () => string) {
  const { till, nonce, items, body, headers } = batch
  const { terminalId, branchCode, shift } = till
  const now = new Date()
  const run = async <Row>(name: string, text: string, values: unknown[]) =>
    (await client.query<Row & object>({ name: `bare_${name}`, text, values })).rows as Row[]
  const insert = async <Table extends PgTable>(table: Table, rows: Table['$inferInsert'][]) => {
    const { text, valuesOf } = bulkInsert(table)
    await run(getTableName(table), text, valuesOf(rows))
  }
  await insert(terminalBatch, [
    {
      id: randomUUID(),
      terminalId,
      nonce,
      receivedAt: now,
      targetUri: '',
      body: Buffer.from(body),
      contentDigest: headers['content-digest'] ?? '',
      signatureInput: headers['signature-input'] ?? '',
      signature: headers.signature ?? '',
    },
  ])
  await run(
    'shift',
    `insert into shift (branch_code, scope, code) select $1, scope, $3 from unnest(array['', $2]) as s (scope)
       on conflict do nothing`,
    [branchCode, terminalId, shift],
  )
  const accounts = new Map(
    (
      await run<Account>(
        'accounts',
        `select id, loyalty_code as "loyaltyCode", balance::int, last_seq as "lastSeq",
             last_at as "lastAt", last_hash as "lastHash"
           from ledger_account where loyalty_code = any($1::text[]) order by loyalty_code for update`,
        [items.map(({ loyaltyCode }) => loyaltyCode)],
      )
    ).map((account) => [account.loyaltyCode, account]),
  )
  const [counterpart] = await run<{ id: string }>(
    'counterpart',
    'select id from ledger_account where programme is not null limit 1',
    [],
  )
  const sales = items.map((item) => {
    const account = accounts.get(item.loyaltyCode)
    const [line] = item.lines
    if (!line || !item.cfe) throw new Error('a sale of the bench has one line and a CFE')
    const identity = `cfe:${item.cfe.rut}:${item.cfe.type}:${item.cfe.series}:${item.cfe.number}`
    const points = account ? Math.floor(line.millilitres / 1000) : 0
    return { ...item, identity, line, account, points, rrn: account ? nextRrn() : null }
  })
  await insert(
    saleIdentity,
    sales.map(({ identity }) => ({ identity })),
  )
  await insert(
    saleEvent,
    sales.map((sale) => ({
      ...sale,
      saleIdentity: sale.identity,
      branchCode,
      terminalId,
      at: new Date(sale.datetime),
      receivedAt: now,
      state: 'applied' as const,
      amount: sale.line.amount,
      memberCode: sale.loyaltyCode,
      memberCard: '',
      memberPlate: '',
      loyaltyCode: sale.account ? sale.loyaltyCode : null,
      contentHash: hashOf(JSON.stringify(sale)),
    })),
  )
  await insert(
    saleLine,
    sales.map(({ identity, line, rrn, points }) => ({
      ...line,
      identity,
      number: 1,
      rrn,
      points,
      pointsDue: points,
    })),
  )
  const gains = sales.flatMap(({ account, rrn, ...sale }) =>
    account && rrn ? [{ ...sale, account, rrn }] : [],
  )
  await insert(
    movement,
    gains.map(({ rrn, loyaltyCode, datetime, line, points, currency }) => ({
      ...line,
      rrn,
      loyaltyCode,
      at: new Date(datetime),
      postedAt: now,
      kind: 'MOVEMENTS' as const,
      branchCode,
      currency,
      discount: 0,
      points,
    })),
  )
  const postings = gains.map(({ account: { loyaltyCode }, rrn, points }) => {
    const account = accounts.get(loyaltyCode)
    if (!account || !counterpart) throw new Error(`loyalty ${loyaltyCode} has no account`)
    const concept = 'Nafta Super 95 en Estación'
    const posting = appendEntries(
      { id: randomUUID(), event: 'sale', eventId: rrn, concept, rrn, at: now },
      [
        { account, points },
        {
          account: { ...counterpart, balance: null, lastSeq: 0, lastAt: null, lastHash: null },
          points: -points,
        },
      ],
    )
    accounts.set(loyaltyCode, { ...account, ...posting.members[0] })
    return posting
  })
  await insert(
    ledgerTransaction,
    postings.map(({ transaction }) => transaction),
  )
  await insert(
    ledgerEntry,
    postings.flatMap(({ entries }) => entries),
  )
  await insert(
    pointsLot,
    postings.map(({ transaction }, place) =>
      lotOf(transaction, {
        loyaltyCode: gains[place]?.loyaltyCode ?? '',
        points: gains[place]?.points ?? 0,
      }),
    ),
  )
  const changed = [...accounts.values()]
  await run(
    'balances',
    `update ledger_account a set balance = n.balance, last_seq = n.seq, last_at = n.at, last_hash = n.hash
       from unnest($1::uuid[], $2::bigint[], $3::int[], $4::timestamptz[], $5::bytea[])
         as n (id, balance, seq, at, hash) where a.id = n.id`,
    [
      changed.map(({ id }) => id),
      changed.map(({ balance }) => balance),
      changed.map(({ lastSeq }) => lastSeq),
      changed.map(({ lastAt }) => lastAt),
      changed.map(({ lastHash }) => lastHash),
    ],
  )
  const results = sales.map(({ account, points }) =>
    account ? { result: 'accepted', points } : { result: 'unmatched' },
  )
  await insert(idempotentRequest, [
    {
      callerId: terminalId,
      auditNumber: nonce,
      bodyHash: hashOf(body),
      answer: { fields: { results } },
      at: now,
    },
  ])
}
