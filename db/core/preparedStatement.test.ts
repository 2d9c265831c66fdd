import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/core/db.ts'
import { prepared, preparedRows } from '#db/core/preparedStatement.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'
import { loyalty } from '#db/tables/loyalties.ts'

/** A database that answers every statement with these rows. */
const answering = (rows: unknown[][]) =>
  drizzle({ client: { query: async () => ({ rows }) } as never }) as unknown as Db

const fields = {
  code: loyalty.code,
  since: loyalty.since,
  endedAt: loyalty.endedAt,
  points: ledgerAccount.balance,
  roles: sql<string[]>`array(select 1)`,
}
const joined = (db: Db) =>
  db
    .select(fields)
    .from(loyalty)
    .leftJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
const db = answering([
  ['1', '2026-09-07 12:00:00.123+00', null, '9007199254740991', ['2', '3']],
  ['2', '2026-09-07 09:00:00-03', '2026-09-08 00:00:00+00', null, []],
])

describe('prepared', () => {
  test('runs on the connection of the database that is given', async () => {
    const statement = prepared('test of one', joined)
    const [row] = (await statement(db).execute()) as { since: Date }[]
    expect(row?.since).toEqual(new Date('2026-09-07T12:00:00.123Z'))
    expect(await statement(answering([])).execute()).toEqual([])
  })

  test('throws when a name is used twice', () => {
    prepared('test of a name', joined)
    expect(() => prepared('test of a name', joined)).toThrow('prepared twice')
  })
})

describe('preparedRows', () => {
  test('reads the same values as Drizzle', async () => {
    const rows = await preparedRows('test of rows', fields, joined)(db).execute()
    expect(rows).toEqual(await joined(db))
    expect(rows[0]).toMatchObject({ points: 9_007_199_254_740_991, roles: ['2', '3'] })
  })

  test('reports the statement of an error', async () => {
    const failing = drizzle({ client: { query: () => Promise.reject(new Error('no')) } as never })
    const rows = preparedRows('test of an error', fields, joined)(failing)
    await expect(rows.execute()).rejects.toThrow('Failed query: select "loyalty"."code"')
  })
})
