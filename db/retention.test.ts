import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { connectDb } from '#db/core/connection.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { purgeExpired, purgeStatements } from '#db/retention.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

const NOW = new Date('2026-09-07T15:00:00Z')
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds)
const database = startForFile(() => freshDatabase('demo'))
const connection = startForFile(() => connectDb(database.url, 2))

beforeAll(async () => {
  await connection.db.execute(sql`insert into terminal (id, branch_code, name, created_at, code_hash, code_expires_at)
    select ${TILL}, code, 'Caja', now(), '', now() from branch limit 1`)
})
beforeEach(async () => {
  for (const table of [
    'session',
    'verification_code',
    'login_delay',
    'rate_limit',
    'idempotent_request',
    'mail',
    'contact_message',
    'bank_account_change',
    'sale_event',
    'purchase_claim',
    'cancelled_reference',
  ])
    await connection.db.execute(sql`delete from ${sql.identifier(table)}`)
})

const namesIn = async (query: string) =>
  (await connection.db.execute<{ name: string }>(query)).rows.map(({ name }) => name).toSorted()
const bytes = (name: string) => Buffer.from(name)

const TILL = uuidOf('till of the retention')
/** Sales with a plate that no member has. */
const unmatchedSales = (ticket: string, at: Date, count: number) =>
  sql`insert into sale_event (identity, kind, sale_identity, branch_code, terminal_id, ticket, shift, attendant,
    at, received_at, state, amount, payments, member_plate, content_hash)
  select gen_random_uuid()::text, 'sale', '', branch_code, id, ${ticket}, '', '', ${at}, ${at}, 'applied', 1, '[]', 'ZZZ9999', 'hash'
  from terminal, generate_series(1, ${count}::int) where id = ${TILL}`

describe('purgeExpired', () => {
  test('deletes expired rows and no others', async () => {
    const { db } = connection
    const person = sql`(select id from person limit 1)`
    for (const [name, at] of [
      ['expired yesterday', ago(DAY_MS + 1)],
      ['expired today', ago(DAY_MS - 1)],
      ['in force', ago(-DAY_MS)],
    ] as const)
      await db.execute(sql`insert into session (token_hash, person_id, created_at, seen_at, expires_at)
      values (${bytes(name)}, ${person}, ${at}, ${at}, ${at})`)
    for (const [purpose, at] of [
      ['confirm', ago(1)],
      ['reset', ago(-1)],
    ] as const)
      await db.execute(sql`insert into verification_code (id, person_id, purpose, code_hash, link_hash, created_at, expires_at)
      values (gen_random_uuid(), ${person}, ${purpose}, '', '', ${at}, ${at})`)
    for (const [name, at] of [
      ['stopped 91 days ago', ago(91 * DAY_MS)],
      ['stopped 89 days ago', ago(89 * DAY_MS)],
    ] as const)
      await db.execute(sql`insert into email_change (id, person_id, old_email, new_email, old_code_hash, new_code_hash, stop_hash, created_at, expires_at, ended_at)
      values (gen_random_uuid(), ${person}, ${name}, '', '', '', '', ${at}, ${at}, ${at})`)
    for (const [number, at] of [
      [1, ago(31 * DAY_MS)],
      [2, ago(29 * DAY_MS)],
    ] as const)
      await db.execute(sql`insert into bank_account_change (person_id, number, undo_hash, earlier, created_at, expires_at)
      values (${person}, ${number}, ${bytes(String(number))}, '{}', ${at}, ${at})`)
    for (const [name, at] of [
      ['of another day', ago(DAY_MS + 1)],
      ['of today', ago(DAY_MS - 1)],
    ] as const) {
      await db.execute(sql`insert into login_delay values (${bytes(name)}, 7, ${at})`)
      await db.execute(sql`insert into idempotent_request (caller_id, audit_number, body_hash, at)
      values (gen_random_uuid(), ${name}, '', ${at})`)
    }
    for (const [name, at] of [
      ['full', ago(1)],
      ['not full yet', ago(-1)],
    ] as const)
      await db.execute(sql`insert into rate_limit values (${bytes(name)}, ${at})`)
    for (const [name, at, sentAt, deadAt] of [
      ['sent 31 days ago', ago(31 * DAY_MS), ago(31 * DAY_MS), null],
      ['sent late', ago(30 * DAY_MS + 1), ago(30 * DAY_MS - 1), null],
      ['sent 29 days ago', ago(29 * DAY_MS), ago(29 * DAY_MS), null],
      ['failed 91 days ago', ago(91 * DAY_MS), null, ago(91 * DAY_MS)],
      ['failed 89 days ago', ago(89 * DAY_MS), null, ago(89 * DAY_MS)],
      ['waiting', ago(HOUR_MS), null, null],
    ] as const)
      await db.execute(sql`insert into mail (id, event, recipient, subject, text, html, at, sent_at, dead_at)
      values (${uuidOf(name)}, ${name}, 'a@x.uy', '', '', '', ${at}, ${sentAt}, ${deadAt})`)

    for (const [name, at, answeredAt] of [
      ['answered over two years ago', ago(731 * DAY_MS), ago(731 * DAY_MS)],
      ['answered last year', ago(731 * DAY_MS), ago(300 * DAY_MS)],
      ['never answered', ago(2000 * DAY_MS), null],
    ] as const)
      await db.execute(sql`insert into contact_message (id, person_id, type, title, text, at, state, answered_at, answered_by)
      values (gen_random_uuid(), ${person}, '', ${name}, '', ${at}, ${answeredAt ? 'CLOSED' : 'RECEIVED'}, ${answeredAt}, ${answeredAt ? person : null})`)

    for (const [name, days] of [
      ['unmatched for 91 days', 91],
      ['unmatched for 89 days', 89],
      ['of a member', 91],
    ] as const)
      await db.execute(unmatchedSales(name, ago(days * DAY_MS), 1))
    await db.execute(
      sql`update sale_event set loyalty_code = (select code from loyalty limit 1) where ticket = 'of a member'`,
    )
    const people = await db.execute<{ id: string }>(
      sql`update person set deleted_at = ${ago(1)} where id = (select max(id::text)::uuid from person) returning id`,
    )
    for (const [event, id] of [
      ['of an erased person', sql`${people.rows[0]?.id}::uuid`],
      ['of a person', person],
    ] as const)
      await db.execute(sql`insert into notification (id, person_id, type, title, text, at, event, currency, amount)
      values (gen_random_uuid(), ${id}, 1, '', '', ${NOW}, ${event}, '858', 0)`)
    // By the clock of the database, which alone decides about evidence.
    for (const days of [401, 399])
      await db.execute(sql`insert into terminal_batch (terminal_id, nonce, received_at, target_uri, body, content_digest, signature_input, signature)
      values (${TILL}, ${`${days} days`}, now() - ${days} * interval '1 day', '', '', '', '', '')`)

    await purgeExpired(db, NOW)
    expect(await namesIn(`select ticket as name from sale_event where member_plate <> ''`)).toEqual(
      ['of a member', 'unmatched for 89 days'],
    )
    // The hash of a content of which only the plate is unknown would tell it.
    expect(await namesIn(`select ticket as name from sale_event where content_hash <> ''`)).toEqual(
      ['of a member', 'unmatched for 89 days'],
    )
    expect(await namesIn('select nonce as name from terminal_batch')).toEqual(['399 days'])
    expect(await namesIn('select number::text as name from bank_account_change')).toEqual(['2'])
    expect(await namesIn('select title as name from contact_message')).toEqual([
      'answered last year',
      'never answered',
    ])
    expect(await namesIn(`select convert_from(token_hash, 'UTF8') as name from session`)).toEqual([
      'expired today',
      'in force',
    ])
    expect(await namesIn('select purpose as name from verification_code')).toEqual(['reset'])
    expect(
      await namesIn(`select convert_from(account_hash, 'UTF8') as name from login_delay`),
    ).toEqual(['of today'])
    expect(await namesIn(`select convert_from(key, 'UTF8') as name from rate_limit`)).toEqual([
      'not full yet',
    ])
    expect(await namesIn('select audit_number as name from idempotent_request')).toEqual([
      'of today',
    ])
    expect(
      await namesIn(`select event as name from notification where event like 'of a%person'`),
    ).toEqual(['of a person'])
    expect(await namesIn('select old_email as name from email_change')).toEqual([
      'stopped 89 days ago',
    ])
    expect(await namesIn('select event as name from mail')).toEqual([
      'failed 89 days ago',
      'sent 29 days ago',
      'sent late',
      'waiting',
    ])
  })

  test('deletes in batches by index, and skips locked rows until the next run', async () => {
    const { db, pool } = connection
    const [old, recent] = [ago(100 * DAY_MS), NOW]
    const many = (at: Date, count: number) =>
      sql`generate_series(1, ${count}::int) n, (select ${at}::timestamptz as at) t`
    for (const [at, count] of [
      [old, 1300],
      [recent, 20_000],
    ] as const) {
      await db.execute(sql`insert into session (token_hash, person_id, created_at, seen_at, expires_at)
      select uuid_send(gen_random_uuid()), (select id from person limit 1), at, at, at from ${many(at, count)}`)
      await db.execute(sql`insert into verification_code (id, person_id, purpose, code_hash, link_hash, created_at, expires_at, ended_at)
      select gen_random_uuid(), (select id from person limit 1), 'reset', '', '', at, at, at from ${many(at, count)}`)
      await db.execute(
        sql`insert into login_delay select uuid_send(gen_random_uuid()), 1, at from ${many(at, count)}`,
      )
      await db.execute(
        sql`insert into rate_limit select uuid_send(gen_random_uuid()), at from ${many(at, count)}`,
      )
      await db.execute(
        sql`insert into used_challenge select uuid_send(gen_random_uuid()), at from ${many(at, count)}`,
      )
      await db.execute(sql`insert into idempotent_request (caller_id, audit_number, body_hash, at)
      select gen_random_uuid(), '1', '', at from ${many(at, count)}`)
      await db.execute(sql`insert into email_change (id, person_id, old_email, new_email, old_code_hash, new_code_hash, stop_hash, created_at, expires_at, ended_at)
      select gen_random_uuid(), (select id from person limit 1), '', '', '', '', '', at, at, at from ${many(at, count)}`)
      await db.execute(sql`insert into bank_account_change (person_id, number, undo_hash, earlier, created_at, expires_at)
      select (select id from person limit 1), n + ${at === old ? 0 : 2000}, uuid_send(gen_random_uuid()), '{}', at, at from ${many(at, count)}`)
      await db.execute(sql`insert into mail (id, event, recipient, subject, text, html, at, sent_at)
      select gen_random_uuid(), gen_random_uuid()::text, 'a@x.uy', '', '', '', at, at from ${many(at, count)}`)
      await db.execute(sql`insert into contact_message (id, person_id, type, title, text, at, state, answered_at, answered_by)
      select gen_random_uuid(), p.id, '', '', '', at, 'CLOSED', at, p.id from ${many(at, count)}, (select id from person limit 1) p`)
      await db.execute(unmatchedSales('many', at, count))
      await db.execute(sql`insert into cancelled_reference
      select (select id from terminal limit 1), gen_random_uuid()::text, at from ${many(at, count)}`)
      const decided = at === old ? ago(800 * DAY_MS) : at
      await db.execute(sql`insert into purchase_claim (id, person_id, loyalty_code, rut, type, series, number,
        identity, amount, date, security_code, at, state, operator_from, decided_at, reason)
      select gen_random_uuid(), person_id, code, '', 101, 'A', 1, '', 1, '', '', at, 'rejected', at, ${decided}, 'other'
      from ${many(at, count)}, (select person_id, code from loyalty limit 1) l`)
      await db.execute(
        sql`insert into import_upload select gen_random_uuid(), '', '', '', '', at, '{}' from ${many(at, count)}`,
      )
      await db.execute(sql`insert into notification (id, person_id, type, title, text, at, event, currency, amount)
      select gen_random_uuid(), (select id from person limit 1), 1, '', '', at, gen_random_uuid()::text, '858', 0 from ${many(at, count)}`)
      const invited = at === old ? ago(200 * DAY_MS) : at
      await db.execute(sql`insert into company_driver (id, loyalty_code, email, invited_at)
      select gen_random_uuid(), (select code from loyalty limit 1), gen_random_uuid()::text, ${invited} from ${many(at, count)}`)
      await db.execute(sql`insert into contact_picture
      select id, '', 'image/png', '1990-03-14', at from contact_message where at = ${at}`)
    }
    await database.client.query('analyze')
    for (const statement of purgeStatements(NOW)) {
      const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`)
      // The few codes of new operators, exceptions that operators have, imports, promotions, proposals and people are read whole.
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(
        /Seq Scan on (?!enrolment_code|exception_taken|import\b|operator_invitation|person\b|promotion|proposal)/,
      )
    }

    const lockHolder = await pool.connect()
    await lockHolder.query('begin')
    await lockHolder.query('select from idempotent_request where at = $1 limit 1 for update', [old])
    await purgeExpired(db, NOW)
    const oldRows = async () =>
      (
        await db.execute<{ name: string; rows: number }>(sql`
        select 'idempotent_request' as name, count(*)::int as rows from idempotent_request where at = ${old}
        union all select 'session', count(*)::int from session where expires_at = ${old}
        union all select 'mail', count(*)::int from mail where at = ${old}`)
      ).rows
    expect(await oldRows()).toEqual([
      { name: 'idempotent_request', rows: 1 },
      { name: 'session', rows: 0 },
      { name: 'mail', rows: 0 },
    ])
    await lockHolder.query('rollback')
    lockHolder.release()
    await purgeExpired(db, NOW)
    expect((await oldRows()).map(({ rows }) => rows)).toEqual([0, 0, 0])
    expect(
      await namesIn('select count(*)::text as name from mail where sent_at is not null'),
    ).toEqual(['20000'])
  })

  test('ends after the batch under way when its signal aborts', async () => {
    const { db } = connection
    await db.execute(sql`insert into idempotent_request (caller_id, audit_number, body_hash, at)
      select gen_random_uuid(), n::text, '\\x00', ${ago(2 * DAY_MS)} from generate_series(1, 1200) n`)
    const stopping = new AbortController()
    const execute = (statement: Parameters<typeof db.execute>[0]) => {
      stopping.abort()
      return db.execute(statement)
    }
    await purgeExpired(Object.assign(Object.create(db), { execute }), NOW, stopping.signal)
    const left = await db.execute(sql`select 1 from idempotent_request`)
    expect(left.rowCount).toBe(700)
  })
})
