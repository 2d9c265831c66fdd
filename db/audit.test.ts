import { asc, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuditEntry, appendAuditEntry, auditHash, hasAuditEntry } from '#db/audit.ts'
import { type FreshDatabase, freshDatabase } from '#testing/freshDatabase.ts'
import { inTransaction, type DbConnection, connectDb } from '#db/connection.ts'
import { audit } from '#db/tables/audit.ts'
import { checkAuditChain } from '#db/invariants/auditChain.ts'

/** Who did what to what: in one chain, whoever writes and however many at once. */
let fresh: FreshDatabase
let one: DbConnection
let other: DbConnection
beforeAll(async () => {
  fresh = await freshDatabase('empty')
  one = await connectDb(fresh.url, 10)
  other = await connectDb(fresh.url, 10)
})
afterAll(async () => {
  await one.close()
  await other.close()
  await fresh.close()
})

const ACTOR = '5d0ca5e0-0000-8000-a000-000000000003'
const line = (subject: string, detail: AuditEntry['detail'] = {}): AuditEntry => ({
  actorId: ACTOR,
  action: 'sponsorDecide',
  subject,
  detail,
  at: new Date('2026-09-07T15:00:00.123Z'),
})
const lines = () => one.db.select().from(audit).orderBy(asc(audit.seq))

test('forty writers of two servers at once make one chain without a gap, and none is lost', async () => {
  const before = (await lines()).length
  const subjects = Array.from({ length: 40 }, (_, place) => `SOL-RACE${place}`)
  await Promise.all(
    subjects.map((subject, place) =>
      inTransaction((place % 2 ? one : other).db, (tx) =>
        appendAuditEntry(
          tx,
          line(subject, { to: 'STATE_UBER_AUTHORIZED', from: 'PENDING', tries: place }),
        ),
      ),
    ),
  )
  const all = await lines()
  expect(
    all
      .slice(before)
      .map(({ subject }) => subject)
      .toSorted(),
  ).toEqual(subjects.toSorted())
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, place) => place + 1))
  expect((await checkAuditChain(one.db)).rows).toEqual([])
})

test('what is undone leaves no line, and its number goes to the next', async () => {
  const before = (await lines()).length
  const undone = inTransaction(one.db, async (tx) => {
    await appendAuditEntry(tx, line('SOL-UNDONE'))
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await inTransaction(one.db, async (tx) => {
    await appendAuditEntry(tx, line('SOL-TWICE', { request: 'a' }))
    await appendAuditEntry(tx, line('SOL-TWICE', { request: 'b' }))
  })
  expect((await lines()).slice(before).map(({ seq, subject }) => [seq, subject])).toEqual([
    [before + 1, 'SOL-TWICE'],
    [before + 2, 'SOL-TWICE'],
  ])
  expect((await checkAuditChain(one.db)).rows).toEqual([])
})

test('a request knows its own line again, and nobody else’s', async () => {
  const mine = { subject: 'SOL-TWICE', actorId: ACTOR, requestKey: 'a' }
  expect(await hasAuditEntry(one.db, mine)).toBe(true)
  expect(await hasAuditEntry(one.db, { ...mine, requestKey: 'c' })).toBe(false)
  expect(await hasAuditEntry(one.db, { ...mine, subject: 'SOL-OTHER' })).toBe(false)
  expect(await hasAuditEntry(one.db, { ...mine, actorId: ACTOR.replace('3', '4') })).toBe(false)
})

describe.each(['audit', 'ledger_transaction', 'ledger_entry'])('%s is never rewritten', (table) => {
  const rewritings = [
    `update ${table} set at = now()`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ]

  test.each(rewritings)('%s is refused to the role that the server works as', async (statement) => {
    const { rows } = await one.db.execute<{ role: string }>(sql`select current_user as role`)
    expect(rows[0]?.role).toBe('surtidor_app')
    // In the database's own words: the guard, whom the owner meets, refuses with the same code.
    await expect(one.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: `permission denied for table ${table}` },
    })
  })

  test.each(rewritings)('%s is refused to the owner too', async (statement) => {
    await expect(fresh.client.query(statement)).rejects.toThrow(`${table} is append-only`)
  })
})

test('each fact of a line is in its hash, and the order of the detail is not', () => {
  const link = { ...line('SOL-1', { from: 'PENDING', to: 'VOIDED' }), seq: 1 }
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

/** The numbers of the lines that are named after the owner did this, which is undone. */
async function tampered(statement: string): Promise<number[]> {
  await fresh.client.query('begin')
  await fresh.client.query('set local session_replication_role = replica')
  await fresh.client.query(statement)
  const seen = await fresh.client.query('select * from audit order by seq')
  expect(seen.rowCount).toBeGreaterThan(10)
  const { rows } = await checkAuditChain(drizzle({ client: fresh.client }) as never)
  await fresh.client.query('rollback')
  return rows.map((row) => (row as { seq: number }).seq)
}
test('a line that was changed, put in or taken out is named', async () => {
  expect(await tampered(`update audit set action = 'withdraw' where seq = 7`)).toEqual([7])
  expect(await tampered(`update audit set hash = sha256('x') where seq = 7`)).toEqual([7, 8])
  expect(await tampered(`delete from audit where seq = 7`)).toEqual([8])
  expect(
    await tampered(`update audit set detail = detail || '{"to":"VOIDED"}' where seq = 7`),
  ).toEqual([7])
})
