import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { type Posting, post } from '#db/loyalty/pointsLedger.ts'
import { type FreshDatabase, freshDatabase } from '#testing/database/freshDatabase.ts'

/**
 * The demo data is inserted in bulk. Its ledger must equal what the server writes event by event.
 */

let demo: FreshDatabase
let empty: FreshDatabase
beforeAll(async () => {
  demo = await freshDatabase('demo')
  empty = await freshDatabase('empty')
})
afterAll(async () => {
  await demo.close()
  await empty.close()
})

const CHAIN = `
  select e.points, e.seq, e.balance, e.at, e.hash, t.id, t.event, t.event_id, t.concept, t.rrn, t.at as t_at
  from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
  where e.account_id = (select id from ledger_account where loyalty_code = $1) order by e.seq`
const ACCOUNT = `select balance, last_seq, last_at, last_hash from ledger_account where loyalty_code = $1`

describe('createLedgerBuilder', () => {
  test.each(['60000001', '60000002', '60100001'])(
    'builds the account of %s as the server posts it',
    async (loyaltyCode) => {
      await copyMember(loyaltyCode)
      const { rows } = await demo.client.query<Record<string, unknown>>(CHAIN, [loyaltyCode])
      expect(rows.length).toBeGreaterThan(20)
      const db = drizzle({ client: empty.client }) as Db
      for (const { id, event, event_id: eventId, points, concept, rrn, at } of rows)
        await post(db, {
          id,
          event,
          eventId,
          loyaltyCode,
          points: Number(points),
          concept,
          rrn,
          at,
        } as Posting)
      expect((await empty.client.query(CHAIN, [loyaltyCode])).rows).toEqual(rows)
      const accounts = [demo, empty].map(({ client }) => client.query(ACCOUNT, [loyaltyCode]))
      const [written, posted] = await Promise.all(accounts)
      expect(written?.rows).toEqual(posted?.rows)
    },
  )
})

/** Inserts a member with an unused ledger account into the empty database. */
async function copyMember(loyaltyCode: string): Promise<void> {
  const copies: [table: string, where: string][] = [
    ['programme', 'true'],
    ['ledger_account', 'loyalty_code is null'],
    ['person', `id = (select person_id from loyalty where code = '${loyaltyCode}')`],
    ['loyalty', `code = '${loyaltyCode}'`],
  ]
  for (const [table, where] of copies) {
    const { rows } = await demo.client.query<{ row: unknown }>(
      `select to_json(t) as row from ${table} t where ${where}`,
    )
    await empty.client.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [JSON.stringify(rows.map(({ row }) => row))],
    )
  }
  const { rows } = await demo.client.query<{ id: string }>(
    'select id from ledger_account where loyalty_code = $1',
    [loyaltyCode],
  )
  await empty.client.query(
    'insert into ledger_account (id, loyalty_code, balance) values ($1, $2, 0)',
    [rows[0]?.id, loyaltyCode],
  )
}
