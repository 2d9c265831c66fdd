import { createHash } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { getTableName } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { DEMO_TABLES } from '#db/demo/demoRows.ts'
import { seedDemo } from '#db/seed.ts'
import { type FreshDatabase, freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForFile, startForTest } from '#testing/harness/startForTests.ts'

const MORNING = new Date('2026-09-07T11:00:00Z')
const EVENING = new Date('2026-09-08T02:59:00Z')
const SMALL = { drivers: 8, movements: 700 }

const database = startForFile(() => freshDatabase('empty'))
beforeAll(async () => {
  await seedDemo(database.url, { now: MORNING, secret: TEST_SECRET, seed: 7, ...SMALL })
})

/** Runs a query that returns one number. */
async function count(question: string): Promise<number> {
  const { rows } = await database.client.query<{ n: string }>(
    `select count(*) as n from ${question}`,
  )
  return Number(rows[0]?.n)
}
async function column(question: string): Promise<string[]> {
  const { rows } = await database.client.query<{ v: string }>(question)
  return rows.map(({ v }) => v)
}

/** A digest of all tables. */
async function fingerprint({ client }: FreshDatabase): Promise<string> {
  const hash = createHash('sha256')
  for (const table of Object.values(DEMO_TABLES)) {
    const name = getTableName(table)
    const { rows } = await client.query<{ row: string }>(
      `select t::text as row from "${name}" t order by 1`,
    )
    hash.update(`${name} ${rows.length}\n${rows.map(({ row }) => row).join('\n')}\n`)
  }
  return hash.digest('hex')
}

describe('seedDemo', () => {
  test('gives the same data for the same seed and day at any hour, and other data for another seed', async () => {
    const again = await startForTest(freshDatabase('empty'))
    const other = await startForTest(freshDatabase('empty'))
    await seedDemo(again.url, { now: EVENING, secret: TEST_SECRET, seed: 7, ...SMALL })
    await seedDemo(other.url, { now: MORNING, secret: TEST_SECRET, seed: 8, ...SMALL })
    const first = await fingerprint(database)
    expect(await fingerprint(again)).toBe(first)
    expect(await fingerprint(other)).not.toBe(first)
  })

  test('changes nothing the second time and returns false', async () => {
    const before = await fingerprint(database)
    expect(
      await seedDemo(database.url, {
        now: EVENING,
        secret: TEST_SECRET,
        seed: 9,
        drivers: 1,
        movements: 300,
      }),
    ).toBe(false)
    expect(await fingerprint(database)).toBe(before)
  })

  test('seeds once when two processes run at the same time', async () => {
    const both = await startForTest(freshDatabase('empty'))
    const options = { now: MORNING, secret: TEST_SECRET, drivers: 2, movements: 300 }
    const made = await Promise.all([seedDemo(both.url, options), seedDemo(both.url, options)])
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  function cutShort(): never {
    throw new Error('cut')
  }
  test('leaves nothing when interrupted, and can be repeated', async () => {
    const cut = await startForTest(freshDatabase('empty'))
    const options = { now: MORNING, secret: TEST_SECRET, drivers: 4, movements: 400 }
    await expect(seedDemo(cut.url, { ...options, progress: cutShort })).rejects.toThrow('cut')
    const { rowCount } = await cut.client.query('select from branch')
    expect(rowCount).toBe(0)
    expect(await seedDemo(cut.url, options)).toBe(true)
  })

  test('places 88 stations in the 19 departments, most of them in Montevideo, inside the country', async () => {
    const departments = await column(
      'select department as v from branch group by 1 order by count(*) desc, 1',
    )
    expect(await count('branch')).toBe(88)
    expect(departments[0]).toBe('MO')
    expect(departments.toSorted()).toEqual(DEPARTMENTS.map(({ code }) => code).toSorted())
    expect(await count('(select distinct name from branch) s')).toBe(88)
    expect(
      await count(
        'branch where latitude between -35 and -30 and longitude between -58.5 and -53.3',
      ),
    ).toBe(88)
    expect(
      await count(`branch where services @> '[{"code":"fuel"}]' and opening_hours <> ''`),
    ).toBe(88)
  })

  test('makes the requested number of movements over 18 months and none of today', async () => {
    expect(await count('movement')).toBe(SMALL.movements)
    expect(await count('person')).toBe(SMALL.drivers + 7)
    expect(await count(`movement where at < '2025-03-08' or at >= '2026-09-07T03:00:00Z'`)).toBe(0)
    expect(await count(`movement where at < '2025-06-01'`)).toBeGreaterThan(0)
    expect(await count(`movement where kind = 'SUSCRIPTION'`)).toBeGreaterThan(0)
  })

  test('derives amounts from the official price, litres and discount, and points from the rule of the day', async () => {
    const priced = `
    movement m
    join loyalty l on l.code = m.loyalty_code
    join lateral (select * from points_rule r where r.programme = l.programme and r.product = m.product
      and r.valid_from <= m.at order by r.valid_from desc limit 1) r on true
    join lateral (select price from fuel_price f where f.product = m.product
      order by (f.valid_from <= (m.at at time zone 'America/Montevideo')::date) desc,
        case when f.valid_from <= (m.at at time zone 'America/Montevideo')::date then f.valid_from end desc nulls last,
        f.valid_from limit 1) f on true
    where m.millilitres > 0`
    expect(await count(priced)).toBe(await count('movement where millilitres > 0'))
    expect(
      await count(
        `${priced} and m.amount + m.discount <> round(f.price::numeric * m.millilitres / 1000)`,
      ),
    ).toBe(0)
    expect(
      await count(
        `${priced} and m.discount <> floor((m.amount + m.discount) * r.discount_basis_points / 10000.0)`,
      ),
    ).toBe(0)
    expect(
      await count(
        `${priced} and m.points <> r.per_litre * (m.millilitres / 1000) + r.per_hundred * (m.amount / 10000)`,
      ),
    ).toBe(0)
    // The rules of 36 and of 7 months ago, and that of Super for some weeks, applied to some sale.
    expect(
      await count(`(select distinct r.valid_from from ${priced} and l.programme = 'surtidor') s`),
    ).toBe(3)
  })

  /** 0 when the check digit of the cédula is valid. */
  const checkSum = (digits: string) =>
    [2, 9, 8, 7, 6, 3, 4, 1].reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 10

  test('gives everyone the demo password, a valid unique cédula, a mobile and an address', async () => {
    const hashes = await column('select distinct password_hash as v from person')
    expect(hashes).toHaveLength(1)
    expect(hashes[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verify(hashes[0] ?? '', 'demo-surtidor')).toBe(true)
    for (const number of await column('select document_number as v from person')) {
      expect(number).toMatch(/^\d{8}$/)
      expect(checkSum(number)).toBe(0)
    }
    expect(await count(`person where mobile !~ '^\\+5989[1-9][0-9]{6}$'`)).toBe(0)
    expect(await count(`person where address !~ '^[^,]+ [0-9]+, [^,]+, Uruguay$'`)).toBe(0)
    expect(await count(`person where email not like '%@demo.surtidor.uy'`)).toBe(0)
    expect(await count(`vehicle where plate !~ '^[A-Z]{3}[0-9]{4}$'`)).toBe(0)
  })
})
