import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/core/db.ts'
import { checkInSlices, type SliceProgress } from '#db/invariants/checkInvariants.ts'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile, startForTest } from '#testing/harness/startForTests.ts'

/** An unchanged database has no violation; a rewritten audit is reported. */
const database = startForFile(createCorruptibleDatabase)

describe('checkInvariants', () => {
  test('finds no violation in the demo data', async () => {
    expect(await database.after()).toEqual({})
  })

  test('AUD: reports a changed audit entry', async () => {
    const found = await database.after(
      `update audit set at = at + interval '1 second' where seq = 3`,
    )
    expect(Object.keys(found)).toEqual(['AUD'])
    expect(found.AUD).toContain('"seq":3')
  })

  test('L2: reports a missing guard of the audit, and a role that can rewrite it', async () => {
    const gone = await database.after('alter table audit disable trigger audit_append_only')
    expect(gone.L2).toContain('audit_append_only')
    const open = await database.after('grant delete on audit to surtidor_app')
    expect(open.L2).toContain('surtidor_app audit')
  })
})

/** A check in slices goes on where it was stopped, and keeps what it had found. */
describe('checkInSlices', () => {
  test('checks each slice once, also after a stop', async () => {
    const { client } = await startForTest(freshDatabase('demo'))
    await client.query('analyze')
    // The statistics of a table of this size make one slice.
    await client.query(`update pg_class set reltuples = 2000000 where relname = 'movement'`)
    await client.query('set session_replication_role = replica')
    await client.query(
      `update movement set points = points + 1 where rrn = (select min(rrn) from movement)`,
    )
    const db = drizzle({ client }) as Db
    const progress: SliceProgress = {}
    const stop = new Error('stopped')
    const onProgress = async () => {
      if (progress.L5?.checked === 2) throw stop
    }
    await expect(checkInSlices(db, { progress, onProgress })).rejects.toThrow(stop)
    expect(progress.L5?.slices.length).toBeGreaterThan(2)
    const { slices, rows } = progress.L5 ?? { slices: [], rows: [] }
    expect(rows).not.toEqual([])
    let checked = 0
    const violated = await checkInSlices(db, {
      progress,
      onProgress: async () => void (checked += 1),
    })
    const all = Object.values(progress).flatMap((each) => each.slices)
    const before = Object.keys(progress).indexOf('L5')
    const done = Object.values(progress)
      .slice(0, before)
      .flatMap((each) => each.slices)
    expect(checked).toBe(all.length - done.length - 2)
    expect(slices[0]).not.toHaveProperty('from')
    expect(slices.at(-1)).not.toHaveProperty('until')
    expect(violated.find(({ code }) => code === 'L5')?.rows).toEqual(rows)
  })
})

/** A missing trigger, index or check is reported before any row violates an invariant. */
describe('schema guards', () => {
  test.each([
    ['attempt_edges', 'P6', 'drop trigger attempt_edges on payment_attempt'],
    ['attempt_edges', 'P6', 'alter table payment_attempt disable trigger attempt_edges'],
    ['ledger_entry_balance', 'L1', 'drop trigger ledger_entry_balance on ledger_entry'],
    ['attempt_open', 'P2', 'drop index attempt_open'],
    ['attempt_paid', 'P1', 'drop index attempt_paid'],
    [
      'payment_attempt_payment_token_unique',
      'P5',
      'alter table payment_attempt drop constraint payment_attempt_payment_token_unique',
    ],
    ['ledger_transaction_once', 'L5', 'drop index ledger_transaction_once'],
    [
      'ledger_account_never_below_zero',
      'L4',
      'alter table ledger_account drop constraint ledger_account_never_below_zero',
    ],
  ])('%s guards %s and is reported when missing: %s', async (name, promise, statement) => {
    const found = await database.after(statement)
    expect(Object.keys(found)).toEqual(['SQL'])
    expect(JSON.parse(found.SQL ?? '')).toEqual([{ fault: 'falta el guardián', name, promise }])
  })

  test('reports an index of the right name that allows duplicates', async () => {
    const found = await database.after(
      'drop index attempt_open',
      'create index attempt_open on payment_attempt (debt_reference)',
    )
    expect(found.SQL).toContain('attempt_open')
  })
})
