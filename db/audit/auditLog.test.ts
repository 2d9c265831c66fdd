import { asc, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AuditEntry, appendAuditEntry, auditHash } from '#db/audit/auditLog.ts'
import { connectDb, inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { auditChain } from '#db/invariants/auditChain.ts'
import { ALL_KEYS } from '#db/invariants/slices.ts'
import { audit, auditHead } from '#db/tables/audit.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

const fresh = startForFile(() => freshDatabase('empty'))
const first = startForFile(() => connectDb(fresh.url, 10, TEST_SECRET))
const second = startForFile(() => connectDb(fresh.url, 10, TEST_SECRET))

const ACTOR = '5d0ca5e0-0000-8000-a000-000000000003'
const entry = (subject: string, detail: AuditEntry['detail'] = {}): AuditEntry => ({
  actorId: ACTOR,
  action: 'sponsorDecide',
  subject,
  detail,
  at: new Date('2026-09-07T15:00:00.123Z'),
})
const entries = () => first.db.select().from(audit).orderBy(asc(audit.seq))

describe('audit log', () => {
  test('forty concurrent writers on two connections make one chain without a gap', async () => {
    const before = (await entries()).length
    const subjects = Array.from({ length: 40 }, (_, place) => `SOL-RACE${place}`)
    await Promise.all(
      subjects.map((subject, place) =>
        inTransaction((place % 2 ? first : second).db, (tx) =>
          appendAuditEntry(
            tx,
            entry(subject, { to: 'STATE_UBER_AUTHORIZED', from: 'PENDING', tries: place }),
          ),
        ),
      ),
    )
    const all = await entries()
    expect(
      all
        .slice(before)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(subjects.toSorted())
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, place) => place + 1))
    expect(await auditChain().rowsOf(first.db, ALL_KEYS)).toEqual([])
  })

  test('a transaction that appends first waits for no row with a number of the audit', async () => {
    const [appended, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await fresh.client.query('create table changed as select 1 as number')
    await fresh.client.query('grant all on changed to surtidor_app')
    const change = (tx: Db) => tx.execute(sql`update changed set number = number + 1`)
    const work = [
      async (tx: Db) => {
        await appendAuditEntry(tx, entry('SOL-FIRST'))
        appended.resolve()
        await changed.promise
        await change(tx)
      },
      async (tx: Db) => {
        await appended.promise
        await change(tx)
        changed.resolve()
        await appendAuditEntry(tx, entry('SOL-SECOND'))
      },
    ]
    // Not repeated: one of them would be the victim of a deadlock.
    await Promise.all(work.map((one) => inTransaction(first.db, one, [])))
    const subjects = (await entries()).slice(-2).map(({ subject }) => subject)
    expect(subjects).toEqual(['SOL-SECOND', 'SOL-FIRST'])
  })

  test('a rolled-back entry frees its number', async () => {
    const before = (await entries()).length
    const rolledBack = inTransaction(first.db, async (tx) => {
      await appendAuditEntry(tx, entry('SOL-UNDONE'))
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await inTransaction(first.db, async (tx) => {
      await appendAuditEntry(tx, entry('SOL-TWICE', { request: 'a' }))
      await appendAuditEntry(tx, entry('SOL-TWICE', { request: 'b' }))
    })
    expect((await entries()).slice(before).map(({ seq, subject }) => [seq, subject])).toEqual([
      [before + 1, 'SOL-TWICE'],
      [before + 2, 'SOL-TWICE'],
    ])
    expect(await auditChain().rowsOf(first.db, ALL_KEYS)).toEqual([])
  })

  describe.each(['audit', 'ledger_transaction', 'ledger_entry', 'terminal_batch'])(
    '%s is append-only',
    (table) => {
      const column = table === 'terminal_batch' ? 'received_at' : 'at'
      beforeAll(async () => {
        if (table !== 'terminal_batch') return
        // Young evidence; without foreign keys, whose rows the test does not need.
        await fresh.client.query(`begin; set local session_replication_role = replica;
          insert into terminal_batch values (gen_random_uuid(), gen_random_uuid(), '', now(), '', '', '', '', '');
          commit`)
      })
      const statements = [
        `update ${table} set ${column} = now()`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]

      test.each(statements)('%s is refused for the application role', async (statement) => {
        const { rows } = await first.db.execute<{ role: string }>(sql`select current_user as role`)
        expect(rows[0]?.role).toBe('surtidor_app')
        // The message tells the missing privilege from the trigger, which has the same SQLSTATE.
        await expect(first.db.execute(sql.raw(statement))).rejects.toMatchObject({
          cause: { message: `permission denied for table ${table}` },
        })
      })

      test.each(statements)('%s is refused for the owner', async (statement) => {
        await expect(fresh.client.query(statement)).rejects.toThrow(`${table} is append-only`)
      })
    },
  )

  test('the application role cannot move the head, which a trigger advances', async () => {
    const head = await first.db.select().from(auditHead)
    expect(head.map(({ seq }) => seq)).toEqual([(await entries()).length])
    for (const statement of ['update audit_head set seq = 1', 'delete from audit_head'])
      await expect(first.db.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { message: 'permission denied for table audit_head' },
      })
  })

  test('a connection without a secret appends nothing', async () => {
    const without = await connectDb(fresh.url, 1)
    const before = (await entries()).length
    const refused = inTransaction(without.db, (tx) => appendAuditEntry(tx, entry('SOL-NO-KEY')))
    await expect(refused).rejects.toThrow('no key for the audit')
    await without.close()
    expect(await entries()).toHaveLength(before)
  })

  test('the hash covers the key and every field, and not the order of the detail', () => {
    const link = { ...entry('SOL-1', { from: 'PENDING', to: 'VOIDED' }), seq: 1 }
    const key = Buffer.alloc(32, 2)
    const hash = auditHash(key, null, link)
    expect(auditHash(key, null, { ...link, detail: { to: 'VOIDED', from: 'PENDING' } })).toEqual(
      hash,
    )
    const others = [
      auditHash(Buffer.alloc(32, 3), null, link),
      auditHash(key, Buffer.alloc(32, 1), link),
      ...[
        { seq: 2 },
        { at: new Date(link.at.getTime() + 1) },
        { actorId: ACTOR.replace('3', '4') },
        { action: 'withdraw' },
        { subject: 'SOL-2' },
        { detail: { from: 'PENDING', to: 'PENDING' } },
        { detail: { from: 'PENDING' } },
      ].map((change) => auditHash(key, null, { ...link, ...change })),
    ]
    for (const changed of others) expect(changed).not.toEqual(hash)
  })
})
