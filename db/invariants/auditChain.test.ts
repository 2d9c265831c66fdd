import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AuditEntry, appendAuditEntry, auditHash } from '#db/audit/auditLog.ts'
import { deriveAuditKey, withAuditKey } from '#db/core/auditKey.ts'
import { connectDb, inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { auditChain } from '#db/invariants/auditChain.ts'
import { ALL_KEYS } from '#db/invariants/slices.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

const KEY = deriveAuditKey(TEST_SECRET)
const ACTOR = '5d0ca5e0-0000-8000-a000-000000000003'
const NOW = new Date('2026-09-07T15:00:00.123Z')
const entry = (place: number): AuditEntry => ({
  actorId: ACTOR,
  action: 'sponsorDecide',
  subject: `SOL-${place}`,
  detail: { to: 'STATE_UBER_AUTHORIZED', from: 'PENDING' },
  at: NOW,
})

/** The owner's connection, with the key and without it. */
let keyed: Db
let unkeyed: Db
const fresh = startForFile(() => freshDatabase('empty'))
const opened = startForFile(() => connectDb(fresh.url, 1, TEST_SECRET))
beforeAll(async () => {
  keyed = withAuditKey(drizzle({ client: fresh.client }) as Db, KEY)
  unkeyed = drizzle({ client: fresh.client }) as Db
  for (let place = 1; place <= 12; place++)
    await inTransaction(opened.db, (tx) => appendAuditEntry(tx, entry(place)))
})

/** The violations that the check reports after the owner's statements, which are rolled back. */
async function after(
  statements: () => Promise<void>,
  check = () => auditChain().rowsOf(keyed, ALL_KEYS),
): Promise<{ fault: string; seq?: number }[]> {
  await fresh.client.query('begin')
  try {
    await fresh.client.query('set local session_replication_role = replica')
    await statements()
    return (await check()) as { fault: string; seq?: number }[]
  } finally {
    await fresh.client.query('rollback')
  }
}
const afterSql = async (statement: string) =>
  (await after(async () => void (await fresh.client.query(statement)))).map(({ seq }) => seq)

/** Writes the whole chain anew under another key than the server's, as the owner of the database can. */
async function recompute(key: Buffer): Promise<void> {
  const { rows } = await fresh.client.query<{ seq: string; detail: object }>(
    `select seq, detail from audit order by seq`,
  )
  let previous: Buffer | null = null
  for (const { seq } of rows) {
    const link = { ...entry(Number(seq)), subject: 'SOL-FORGED', seq: Number(seq) }
    previous = auditHash(key, previous, link)
    await fresh.client.query(`update audit set subject = $2, hash = $3 where seq = $1`, [
      seq,
      link.subject,
      previous,
    ])
  }
  await fresh.client.query('update audit_head set hash = $1', [previous])
}

describe('AUD: auditChain', () => {
  test('accepts the chain as it was written', async () => {
    expect(await auditChain().rowsOf(keyed, ALL_KEYS)).toEqual([])
  })

  test('reports changed and deleted entries', async () => {
    expect(await afterSql(`update audit set action = 'withdraw' where seq = 7`)).toEqual([7])
    expect(await afterSql(`update audit set hash = sha256('x') where seq = 7`)).toEqual([7, 8])
    expect(await afterSql(`delete from audit where seq = 7`)).toEqual([8])
    expect(
      await afterSql(`update audit set detail = detail || '{"to":"VOIDED"}' where seq = 7`),
    ).toEqual([7])
  })

  test('reports a chain that the owner recomputed with a key of its own, head included', async () => {
    expect(await after(() => recompute(Buffer.alloc(32, 9)))).not.toEqual([])
  })

  test('reports the deletion of the last entries', async () => {
    expect(await afterSql('delete from audit where seq > 10')).toContain(12)
  })

  test('reports it by the head in the data folder when the owner set audit_head back', async () => {
    const { rows } = await fresh.client.query<{ hash: Buffer }>('select hash from audit_head')
    const stored = { seq: 12, hash: rows[0]?.hash.toString('hex') ?? '' }
    const cut = async () => {
      await fresh.client.query('delete from audit where seq > 10')
      await fresh.client.query(
        `update audit_head set seq = 10, hash = (select hash from audit where seq = 10)`,
      )
    }
    expect(await after(cut)).toEqual([])
    expect(await after(cut, () => auditChain(stored).rowsOf(keyed, ALL_KEYS))).toEqual([
      expect.objectContaining({ seq: 12, place: 'DATA_DIR/audit.head' }),
    ])
    expect(await auditChain(stored).rowsOf(keyed, ALL_KEYS)).toEqual([])
  })

  test('the check says without the key what it did not check, and checks the rest', async () => {
    expect(JSON.stringify(await auditChain().rowsOf(unkeyed, ALL_KEYS))).toContain('sin SECRET')
    const gap = await after(
      async () => void (await fresh.client.query('delete from audit where seq = 7')),
      () => auditChain().rowsOf(unkeyed, ALL_KEYS),
    )
    expect(gap).toContainEqual(expect.objectContaining({ seq: 8 }))
  })
})
