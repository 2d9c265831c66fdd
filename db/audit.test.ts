import { asc, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuditEntry, appendAuditEntry, auditHash, hasAuditEntry } from '#db/audit.ts'
import { connectDb, type DbConnection, inTransaction } from '#db/connection.ts'
import { checkAuditChain } from '#db/invariants/auditChain.ts'
import { audit } from '#db/tables/audit.ts'
import { type FreshDatabase, freshDatabase } from '#testing/freshDatabase.ts'

let fresh: FreshDatabase
let first: DbConnection
let second: DbConnection
beforeAll(async () => {
  fresh = await freshDatabase('empty')
  first = await connectDb(fresh.url, 10)
  second = await connectDb(fresh.url, 10)
})
afterAll(async () => {
  await first.close()
  await second.close()
  await fresh.close()
})

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
    expect((await checkAuditChain(first.db)).rows).toEqual([])
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
    expect((await checkAuditChain(first.db)).rows).toEqual([])
  })

  test('hasAuditEntry finds the entry of the same subject, actor and request key only', async () => {
    await inTransaction(first.db, (tx) => appendAuditEntry(tx, entry('SOL-KEY', { request: 'a' })))
    const key = { subject: 'SOL-KEY', actorId: ACTOR, requestKey: 'a' }
    expect(await hasAuditEntry(first.db, key)).toBe(true)
    expect(await hasAuditEntry(first.db, { ...key, requestKey: 'c' })).toBe(false)
    expect(await hasAuditEntry(first.db, { ...key, subject: 'SOL-OTHER' })).toBe(false)
    expect(await hasAuditEntry(first.db, { ...key, actorId: ACTOR.replace('3', '4') })).toBe(false)
  })

  describe.each(['audit', 'ledger_transaction', 'ledger_entry'])('%s is append-only', (table) => {
    const statements = [
      `update ${table} set at = now()`,
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
  })

  test('the hash covers every field, and not the order of the detail', () => {
    const link = { ...entry('SOL-1', { from: 'PENDING', to: 'VOIDED' }), seq: 1 }
    const hash = auditHash(null, link)
    expect(auditHash(null, { ...link, detail: { to: 'VOIDED', from: 'PENDING' } })).toEqual(hash)
    const others = [
      auditHash(Buffer.alloc(32, 1), link),
      ...[
        { seq: 2 },
        { at: new Date(link.at.getTime() + 1) },
        { actorId: ACTOR.replace('3', '4') },
        { action: 'withdraw' },
        { subject: 'SOL-2' },
        { detail: { from: 'PENDING', to: 'PENDING' } },
        { detail: { from: 'PENDING' } },
      ].map((change) => auditHash(null, { ...link, ...change })),
    ]
    for (const changed of others) expect(changed).not.toEqual(hash)
  })

  /** The entries that the check reports after a statement of the owner, which is rolled back. */
  async function tampered(statement: string): Promise<number[]> {
    await fresh.client.query('begin')
    await fresh.client.query('set local session_replication_role = replica')
    await fresh.client.query(statement)
    const stored = await fresh.client.query('select * from audit order by seq')
    expect(stored.rowCount).toBeGreaterThan(10)
    const { rows } = await checkAuditChain(drizzle({ client: fresh.client }) as never)
    await fresh.client.query('rollback')
    return rows.map((row) => (row as { seq: number }).seq)
  }
  test('the check reports changed and deleted entries', async () => {
    for (let i = 0; i < 12; i++)
      await inTransaction(first.db, (tx) => appendAuditEntry(tx, entry(`SOL-TAMPER${i}`)))
    expect(await tampered(`update audit set action = 'withdraw' where seq = 7`)).toEqual([7])
    expect(await tampered(`update audit set hash = sha256('x') where seq = 7`)).toEqual([7, 8])
    expect(await tampered(`delete from audit where seq = 7`)).toEqual([8])
    expect(
      await tampered(`update audit set detail = detail || '{"to":"VOIDED"}' where seq = 7`),
    ).toEqual([7])
  })
})
