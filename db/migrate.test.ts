import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDb } from '#db/migrate.ts'
import {
  type PreviousDatabase,
  previousDatabase,
  RENAMED_TABLES,
  tablesOf,
} from '#testing/operations/previousDatabase.ts'

/** The last migration of version 1.7.0 as first published, whose databases must keep their data. */
const PUBLISHED = 10
let published: PreviousDatabase

beforeAll(async () => {
  published = await previousDatabase(PUBLISHED)
  const { client } = published
  // A9: version 1.7 could give one card to several loyalties in force.
  await client.query(`update loyalty set client_card_number = '88000000000001'
    where code in (select code from loyalty where ended_at is null order by since, code limit 3)`)
  await client.query(`insert into login_guess values ('\\x01', 7, now())`)
  await client.query(`insert into answered values ('\\x02', '000001', '\\x03', '{"a": 1}', now())`)
  await client.query(`insert into mail (id, event, recipient, subject, text, html, at, due_at)
    values (gen_random_uuid(), 'e', 'ana@demo.surtidor.uy', 's', 't', 'h', now(), now())`)
})
afterAll(() => published.close())

/** Number of rows of every table, by its present name. */
async function rowCounts(): Promise<Record<string, number>> {
  const { client } = published
  const counts: Record<string, number> = {}
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from "${table}"`)
    counts[RENAMED_TABLES[table] ?? table] = rows[0]?.n ?? 0
  }
  return counts
}

/** The cards of the three oldest loyalties in force. */
async function cardsOfThree(): Promise<string[]> {
  const { rows } = await published.client.query<{ card: string }>(
    `select client_card_number as card from loyalty where ended_at is null order by since, code limit 3`,
  )
  return rows.map(({ card }) => card)
}

/** Whether the last digit is the check digit of the others (Luhn). */
const hasCheckDigit = (card: string): boolean =>
  Array.from(card)
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 === 1 ? 2 : 1))
    .reduce((sum, weighted) => sum + (weighted > 9 ? weighted - 9 : weighted), 0) %
    10 ===
  0

describe('migrateDb', () => {
  test('upgrades a published database and keeps every row; a second run changes nothing', async () => {
    const { client, url } = published
    const before = await rowCounts()
    expect(Object.values(before).filter((rows) => rows > 0).length).toBeGreaterThan(15)
    await migrateDb(url)
    expect(await rowCounts()).toMatchObject(before)
    const { rows } = await client.query(
      `select failures, audit_number, answer from login_throttle, idempotent_request`,
    )
    expect(rows).toEqual([{ failures: 7, audit_number: '000001', answer: { a: 1 } }])

    await migrateDb(url)
    expect(await rowCounts()).toMatchObject(before)
    expect(await cardsOfThree()).toEqual([
      '88000000000001',
      expect.stringMatching(/^88\d{12}$/),
      expect.stringMatching(/^88\d{12}$/),
    ])
    expect(new Set(await cardsOfThree()).size).toBe(3)
    expect((await cardsOfThree()).slice(1).every(hasCheckDigit)).toBe(true)

    // The previous version of the server may still be running and writes under the old names.
    await client.query('set role surtidor_app')
    await client.query(`insert into answered (session_hash, audit_number, body_hash, at)
      values ('\\x02', '000001', '\\x03', now()) on conflict do nothing`)
    await client.query(`insert into login_guess values ('\\x01', 1, now())
      on conflict (account_hash) do update set failures = login_guess.failures + 1`)
    await client.query('reset role')
    expect(await rowCounts()).toMatchObject(before)
    const throttle = await client.query('select failures from login_throttle')
    expect(throttle.rows).toEqual([{ failures: 8 }])
  })
})
