import { expect, test } from 'vitest'
import { tablesOf } from '#tools/commands/tablesUsedBy.ts'

test('a call has the tables of what it does, through as many files as that takes', () => {
  expect(tablesOf('server/payments/processGEOPayResponse.ts')).toEqual(
    expect.arrayContaining([
      'debt',
      'payment_attempt',
      'ledger_account',
      'ledger_entry',
      'notification',
    ]),
  )
  expect(tablesOf('server/user/roles.ts')).toEqual([])
  expect(tablesOf('server/info/branches.ts')).toEqual(['branch', 'fuel_price'])
})

test('and none of those that only stand in the same file', () => {
  expect(tablesOf('server/user/addUser.ts')).not.toContain('answered')
  expect(tablesOf('server/user/contact.ts')).toContain('branch')
  expect(tablesOf('server/user/contact.ts')).not.toContain('fuel_price')
})
