import { describe, expect, test } from 'vitest'
import { connectDb } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { seedDemo } from '#db/seed.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForTest } from '#testing/harness/startForTests.ts'

const WAITING = {
  unmatched: `select from sale_event where loyalty_code is null
    and (member_code <> '' or member_card <> '' or member_plate <> '')`,
  conflicts: 'select from sale_conflict where closed_at is null',
  claims: `select from purchase_claim where state = 'waiting' and operator_from <= $1`,
  shifts: `select from shift where state = 'exception'`,
  discrepancies: 'select from gateway_discrepancy where not resolved',
  templates: 'select from message_template where removed_at is null',
  elenas: `select from proposal p join person o on o.id = p.proposed_by
    where p.state = 'waiting' and o.email like 'elena%'`,
  guidos: `select from proposal p join person o on o.id = p.proposed_by
    where p.state = 'waiting' and o.email like 'guido%'`,
}

describe('the demo data of a network at work', () => {
  test.each([
    ['in the afternoon', '2026-11-29T19:20:00Z'],
    ['half an hour after midnight', '2026-11-29T03:30:00Z'],
  ])('keep the invariants %s, and have work in each list', async (_when, instant) => {
    const database = await startForTest(freshDatabase('empty'))
    const now = new Date(instant)
    await seedDemo(database.url, {
      now,
      secret: TEST_SECRET,
      atWork: true,
      drivers: 12,
      movements: 900,
    })
    const connection = await connectDb(database.url, 1, TEST_SECRET)
    expect(await checkInvariants(connection.db)).toEqual([])
    await connection.close()
    for (const [what, text] of Object.entries(WAITING)) {
      const { rowCount } = await database.client.query(text, text.includes('$1') ? [now] : [])
      expect(rowCount, what).toBeGreaterThan(0)
    }
    const { rows } = await database.client.query(
      `select count(distinct product)::int as products from fuel_price
       where valid_from <= $1::date and coalesce(valid_to, 'infinity') >= $1::date`,
      [instant.slice(0, 10)],
    )
    expect(rows[0]).toEqual({ products: 6 })
    for (const table of ['sale_event where at', 'payment_attempt where created_at']) {
      const { rowCount } = await database.client.query(`select from ${table} > $1`, [now])
      expect(rowCount, table).toBe(0)
    }
  })
})
