import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type DbConnection, connectDb } from '#db/connection.ts'
import { purgeExpired, purgeStatements } from '#db/retention.ts'
import { uuidOf } from '#db/core/uuid.ts'

const DATABASE = 'retention'
const NOW = new Date('2026-09-07T15:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds)
let opened: DbConnection

const onCluster = async (statement: string) => {
  const client = new Client({ connectionString: inject('cluster') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
beforeAll(async () => {
  await onCluster(`create database ${DATABASE} template town`)
  opened = await connectDb(inject('cluster').replace('/postgres?', `/${DATABASE}?`), 2)
  for (const table of ['session', 'mailed_code', 'login_throttle', 'idempotent_request', 'mail'])
    await opened.db.execute(sql`delete from ${sql.identifier(table)}`)
})
afterAll(async () => {
  await opened.close()
  await onCluster(`drop database ${DATABASE} with (force)`)
})

const left = async (question: string) =>
  (await opened.db.execute<{ name: string }>(question)).rows.map(({ name }) => name).toSorted()
const bytes = (name: string) => Buffer.from(name)

test('what has served its purpose goes, and what may still serve stays', async () => {
  const { db } = opened
  const person = sql`(select id from person limit 1)`
  for (const [name, at] of [
    ['over', ago(DAY + 1)],
    ['just over', ago(DAY - 1)],
    ['in force', ago(-DAY)],
  ] as const)
    await db.execute(sql`insert into session (token_hash, person_id, created_at, seen_at, expires_at)
      values (${bytes(name)}, ${person}, ${at}, ${at}, ${at})`)
  for (const [purpose, at] of [
    ['confirm', ago(1)],
    ['reset', ago(-1)],
  ] as const)
    await db.execute(sql`insert into mailed_code (id, person_id, purpose, code_hash, link_hash, created_at, expires_at)
      values (gen_random_uuid(), ${person}, ${purpose}, '', '', ${at}, ${at})`)
  for (const [name, at] of [
    ['of another day', ago(DAY + 1)],
    ['of today', ago(DAY - 1)],
  ] as const) {
    await db.execute(sql`insert into login_throttle values (${bytes(name)}, 7, ${at})`)
    await db.execute(sql`insert into idempotent_request (session_hash, audit_number, body_hash, at)
      values ('', ${name}, '', ${at})`)
  }
  for (const [name, at, sentAt, deadAt] of [
    ['sent 31 days ago', ago(31 * DAY), ago(31 * DAY), null],
    ['sent late', ago(30 * DAY + 1), ago(30 * DAY - 1), null],
    ['sent 29 days ago', ago(29 * DAY), ago(29 * DAY), null],
    ['given up 91 days ago', ago(91 * DAY), null, ago(91 * DAY)],
    ['given up 89 days ago', ago(89 * DAY), null, ago(89 * DAY)],
    ['waiting', ago(HOUR), null, null],
  ] as const)
    await db.execute(sql`insert into mail (id, event, recipient, subject, text, html, at, sent_at, dead_at)
      values (${uuidOf(name)}, ${name}, 'a@x.uy', '', '', '', ${at}, ${sentAt}, ${deadAt})`)

  await purgeExpired(db, NOW)
  expect(await left(`select convert_from(token_hash, 'UTF8') as name from session`)).toEqual([
    'in force',
    'just over',
  ])
  expect(await left('select purpose as name from mailed_code')).toEqual(['reset'])
  expect(
    await left(`select convert_from(account_hash, 'UTF8') as name from login_throttle`),
  ).toEqual(['of today'])
  expect(await left('select audit_number as name from idempotent_request')).toEqual(['of today'])
  expect(await left('select event as name from mail')).toEqual([
    'given up 89 days ago',
    'sent 29 days ago',
    'sent late',
    'waiting',
  ])
})

test('many go in batches, by index, while somebody holds one of them', async () => {
  const { db, pool } = opened
  const [old, young] = [ago(100 * DAY), NOW]
  const many = (at: Date, count: number) =>
    sql`generate_series(1, ${count}::int) n, (select ${at}::timestamptz as at) t`
  for (const [at, count] of [
    [old, 1300],
    [young, 20_000],
  ] as const) {
    await db.execute(sql`insert into session (token_hash, person_id, created_at, seen_at, expires_at)
      select uuid_send(gen_random_uuid()), (select id from person limit 1), at, at, at from ${many(at, count)}`)
    await db.execute(sql`insert into mailed_code (id, person_id, purpose, code_hash, link_hash, created_at, expires_at, ended_at)
      select gen_random_uuid(), (select id from person limit 1), 'reset', '', '', at, at, at from ${many(at, count)}`)
    await db.execute(
      sql`insert into login_throttle select uuid_send(gen_random_uuid()), 1, at from ${many(at, count)}`,
    )
    await db.execute(sql`insert into idempotent_request (session_hash, audit_number, body_hash, at)
      select uuid_send(gen_random_uuid()), '1', '', at from ${many(at, count)}`)
    await db.execute(sql`insert into mail (id, event, recipient, subject, text, html, at, sent_at)
      select gen_random_uuid(), gen_random_uuid()::text, 'a@x.uy', '', '', '', at, at from ${many(at, count)}`)
  }
  const owner = new Client({
    connectionString: inject('cluster').replace('/postgres?', `/${DATABASE}?`),
  })
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
  for (const statement of purgeStatements(NOW)) {
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan/)
  }

  const held = await pool.connect()
  await held.query('begin')
  await held.query('select from idempotent_request where at = $1 limit 1 for update', [old])
  await purgeExpired(db, NOW)
  const olds = async () =>
    (
      await db.execute<{ name: string; rows: number }>(sql`
        select 'idempotent_request' as name, count(*)::int as rows from idempotent_request where at = ${old}
        union all select 'session', count(*)::int from session where expires_at = ${old}
        union all select 'mail', count(*)::int from mail where at = ${old}`)
    ).rows
  expect(await olds()).toEqual([
    { name: 'idempotent_request', rows: 1 },
    { name: 'session', rows: 0 },
    { name: 'mail', rows: 0 },
  ])
  await held.query('rollback')
  held.release()
  await purgeExpired(db, NOW)
  expect((await olds()).map(({ rows }) => rows)).toEqual([0, 0, 0])
  expect(await left('select count(*)::text as name from mail where sent_at is not null')).toEqual([
    '20002',
  ])
})
