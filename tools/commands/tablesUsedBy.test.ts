import { describe, expect, test } from 'vitest'
import { tablesUsedBy } from '#tools/commands/tablesUsedBy.ts'

describe('tablesUsedBy', () => {
  test('lists the tables that a handler reaches through other files', () => {
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

  test('leaves out tables of declarations that the handler does not reach', () => {
    expect(tablesUsedBy('server/user/addUser.ts')).not.toContain('idempotent_request')
    expect(tablesUsedBy('server/user/contact.ts')).toContain('branch')
    expect(tablesUsedBy('server/user/contact.ts')).not.toContain('fuel_price')
  })
})
