import { expect, test } from 'vitest'
import { tablesUsedBy } from '#tools/commands/tablesUsedBy.ts'

test('a call has the tables of what it does, through as many files as that takes', () => {
  expect(tablesUsedBy('server/payments/processGEOPayResponse.ts')).toEqual(
    expect.arrayContaining([
      'debt',
      'payment_attempt',
      'ledger_account',
      'ledger_entry',
      'notification',
    ]),
  )
  expect(tablesUsedBy('server/user/roles.ts')).toEqual([])
  expect(tablesUsedBy('server/info/branches.ts')).toEqual(['branch', 'fuel_price'])
})

test('and none of those that only stand in the same file', () => {
  expect(tablesUsedBy('server/user/addUser.ts')).not.toContain('idempotent_request')
  expect(tablesUsedBy('server/user/contact.ts')).toContain('branch')
  expect(tablesUsedBy('server/user/contact.ts')).not.toContain('fuel_price')
})
