import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startFor.ts'

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
