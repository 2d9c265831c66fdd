import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startFor.ts'

/** A missing trigger, index or check is reported before any row violates an invariant. */
const database = startForFile(createCorruptibleDatabase)

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
