import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/core/db.ts'
import { cardNumberScan } from '#db/invariants/cardNumberScan.ts'
import { ALL_KEYS } from '#db/invariants/slices.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'

/** P12: the scan finds a card number in any text column and does not repeat it in its report. */
const CARD = '4111111111111111'
let db: Db
const database = startForEachTest(() => freshDatabase('demo'))
beforeEach(async () => {
  db = drizzle({ client: database.client }) as Db
})

const found = () => cardNumberScan.rowsOf(db, ALL_KEYS)

describe('scanCardNumbers', () => {
  test('finds none in the demo data, which contains dates, plates, accounts and tokens', async () => {
    expect(await found()).toEqual([])
  })

  test.each([
    ['debt', 'concept', CARD],
    ['payment_attempt', 'masked_card', `Visa ${CARD}`],
    ['notification', 'text', 'Pagaste con 4111 1111 1111 1111.'],
    ['notification', 'text', '4111.1111.1111.1111'],
    ['notification', 'text', '4111  1111 - 1111. 1111'],
    ['notification', 'text', '4111\u00a01111\u20131111\u200b1111'],
    ['debt', 'concept', '4111 1111\n1111 1111'],
    ['loyalty', 'account_bank_number', '4111-1111-1111-1111'],
    ['membership_request', 'draft', `{"clientCardNumber": "${CARD}"}`],
    ['membership_request', 'draft', '{"clientCardNumber": "4111 1111\\n1111\\r\\n1111"}'],
    [
      'membership_request',
      'draft',
      String.raw`{"quoted": "{\"n\":\"4111\\u00a01111\\n11111111\"}"}`,
    ],
    ['person', 'address', `Rambla ${CARD}`],
  ])('finds a card number in %s.%s', async (table, column, text) => {
    const kind = column === 'draft' ? sql.raw('::jsonb') : sql``
    await db.execute(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${text}${kind}
    where ctid = (select min(ctid) from ${sql.identifier(table)})`)
    const rows = await found()
    expect(rows).toEqual([{ table, column, ctid: expect.stringMatching(/^\(\d+,\d+\)$/) }])
  })

  test('ignores generated identifiers, and does not join two texts', async () => {
    await db.execute(sql`update payment_attempt set audit_number = ${CARD}
    where ctid = (select min(ctid) from payment_attempt)`)
    await db.execute(sql`update debt set concept = '41111111', merchant_name = '11111111'`)
    expect(await found()).toEqual([])
  })
})
