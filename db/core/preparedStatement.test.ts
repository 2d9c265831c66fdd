import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'
import { loyalty } from '#db/tables/loyalties.ts'

/** A database that answers every statement with these rows. */
const answering = (rows: unknown[][]) =>
  drizzle({ client: { query: async () => ({ rows }) } as never }) as unknown as Db

const flat = (db: Db) =>
  db
    .select({
      code: loyalty.code,
      since: loyalty.since,
      endedAt: loyalty.endedAt,
      points: ledgerAccount.balance,
      roles: sql<string[]>`array(select 1)`,
      total: sql<number>`sum(1)`.mapWith(Number),
    })
    .from(loyalty)
    .leftJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
    .prepare('flat')

const nested = (db: Db) =>
  db
    .select({ own: { code: loyalty.code }, account: ledgerAccount })
    .from(loyalty)
    .leftJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
    .prepare('nested')

describe('prepared', () => {
  test('reads the same values as Drizzle', async () => {
    const db = answering([
      ['1', '2026-09-07 12:00:00.123+00', null, '9007199254740991', ['2', '3'], '12'],
      ['2', '2026-09-07 09:00:00-03', '2026-09-08 00:00:00+00', null, [], null],
    ])
    const read = await prepared('test of flat rows', flat)(db).execute()
    expect(read).toEqual(await flat(db).execute())
    expect(read[0]).toMatchObject({ since: new Date('2026-09-07T12:00:00.123Z'), total: 12 })
  })

  test('leaves a select of nested rows to Drizzle', async () => {
    const db = answering([['1', null, null, null, null, null, null, null]])
    const [row] = await prepared('test of nested rows', nested)(db).execute()
    expect(row).toEqual({ own: { code: '1' }, account: null })
  })

  test('throws when a name is used twice', () => {
    expect(() => prepared('test of flat rows', () => ({}))).toThrow('prepared twice')
  })
})
