import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startFor.ts'

const database = startForFile(createCorruptibleDatabase)

/** Two accounts, of the club and of another loyalty. */
const account = (code: string) => `(select id from ledger_account where loyalty_code = '${code}')`
const CLUB = '60000001'
const ID = `'00000000-0000-8000-8000-000000000011'`
const DAY = `'2026-09-07T12:00:00-03:00'::timestamptz`

/** Statements that empty the account of the club by a posting to another account. */
const emptied = (event: string, to: string, at = DAY) => [
  `insert into ledger_transaction select ${ID}, '${event}', '${CLUB}:' || last_seq + 1, '', '', ${at}
    from ledger_account where loyalty_code = '${CLUB}'`,
  `insert into ledger_entry select ${ID}, id, -balance, last_seq + 1, 0, ${at}, 'x'
    from ledger_account where loyalty_code = '${CLUB}'`,
  `insert into ledger_entry select ${ID}, ${account(to)}, balance, 1000000, 0, ${at}, 'x'
    from ledger_account where loyalty_code = '${CLUB}'`,
]
const ended = (at: string) => `update loyalty set ended_at = ${at} where code = '${CLUB}'`
const successor = `update loyalty set programme = 'surtidor', since = '2026-09-06' where code = '60000002'`

describe('retained points invariant (L11)', () => {
  test('reports points that leave a loyalty in force', async () => {
    const found = await database.after(...emptied('transfer', '60000002'))
    expect(found.L11).toContain('de una afiliación vigente')
  })

  test('reports points that go to another programme, and accepts the same one', async () => {
    const left = ended(`'2026-09-05'`)
    const other = await database.after(left, ...emptied('transfer', '60000002'))
    expect(other.L11).toContain('a otra persona o a otro programa')
    const same = await database.after(left, successor, ...emptied('transfer', '60000002'))
    expect(same.L11).toBeUndefined()
  })

  test('reports points that are given back after the last day, or expire before it', async () => {
    const late = await database.after(
      ended(`'2025-09-06T12:00:00-03:00'`),
      successor,
      ...emptied('transfer', '60000002'),
    )
    expect(late.L11).toContain('devuelto después de vencer')
    const early = await database.after(
      ended(`'2025-09-07T12:00:00-03:00'`),
      ...emptied('expiry', '60000002'),
    )
    expect(early.L11).toContain('vencido antes de tiempo')
  })

  test('reports a posting that leaves points behind', async () => {
    const found = await database.after(
      ended(`'2026-09-05'`),
      successor,
      ...emptied('transfer', '60000002'),
      `update ledger_entry set balance = 1 where transaction_id = ${ID} and points < 0`,
    )
    expect(found.L11).toContain('deja un resto')
  })
})
