import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLike } from '#db/console/audit.ts'
import { operatorsLike } from '#db/console/operators.ts'
import { paymentsLike } from '#db/console/payments.ts'
import { connectDb } from '#db/core/connection.ts'
import { contactMessages } from '#db/messaging/contactMessages.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'

const ROWS = 20_000
const page = { count: 51, after: null }
const BOUND = { isAdministrator: false, stations: ['E001'] }

describe('lists of the console among many rows', () => {
  test('read the part of an operator, the audit and the people by their indexes', async () => {
    const fresh = await freshDatabase('demo')
    const opened = await connectDb(fresh.url, 1)
    try {
      const { client } = fresh
      await client.query(`
        insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount,
          tax_amount, tip_amount, installments, indi, state, audit_number, created_at)
        select gen_random_uuid(), d.person_id, d.reference, 'n', 'm', d.currency, d.amount, d.taxed_amount, d.tax_amount, 0, 1,
          d.indi, 'EXPIRED', 'plan ' || n, timestamptz '2026-01-01' + n * interval '1 minute'
        from generate_series(1, ${ROWS}) n, lateral (select * from debt where branch_code <> 'E001' limit 1) d`)
      await client.query(`
        insert into contact_message (id, person_id, type, title, text, branch_code, at)
        select gen_random_uuid(), (select id from person limit 1), 'Otro', 'T', 'T', 'E002', timestamptz '2026-01-01' + n * interval '1 minute'
        from generate_series(1, ${ROWS}) n`)
      await client.query(`
        insert into audit (seq, at, actor_id, action, subject, detail, hash)
        select 1000000 + n, timestamptz '2026-01-01' + n * interval '1 minute', gen_random_uuid(), 'login', 'plan ' || n, '{}', ''::bytea
        from generate_series(1, ${ROWS}) n`)
      await client.query(`
        insert into person (id, email, password_hash, first_name, first_surname, document_number, birthdate, sex, mobile, address, created_at)
        select gen_random_uuid(), 'plan' || n, '', '', '', 'plan' || n, '1990-01-01', 'X', '', '', now() from generate_series(1, ${ROWS}) n`)
      await client.query(`
        insert into person_role select id, '2' from person where email like 'plan%'`)
      await client.query('analyze')
      const day = {
        from: new Date('2026-01-05T03:00:00Z'),
        until: new Date('2026-01-05T04:00:00Z'),
      }
      const { db } = opened
      const reads: [string, () => PromiseLike<unknown>][] = [
        ['attempt_of_station', () => paymentsLike(db, BOUND, {}, page)],
        ['contact_message_of_station', () => contactMessages(db, 51, null, { scope: BOUND })],
        [
          'contact_message_of_operator',
          () => contactMessages(db, 51, null, { assignedTo: randomUUID() }),
        ],
        ['audit_of_action', () => auditLike(db, { action: 'lockAccount' }, page)],
        ['audit_of_day', () => auditLike(db, { span: day }, page)],
        ['person_role_of_operators', () => operatorsLike(db, {}, page)],
      ]
      const used = async () =>
        Object.fromEntries(
          (
            await client.query<{ name: string; scans: number }>(
              `select pg_stat_clear_snapshot(), indexrelname as name, idx_scan::int as scans from pg_stat_user_indexes`,
            )
          ).rows.map(({ name, scans }) => [name, scans]),
        )
      for (const [index, read] of reads) {
        const before = await used()
        await read()
        await db.execute(sql`select pg_stat_force_next_flush()`)
        await db.execute(sql`select 1`)
        expect((await used())[index] ?? 0, index).toBeGreaterThan(before[index] ?? 0)
      }
    } finally {
      await opened.close()
      await fresh.close()
    }
  })
})
