import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/** Each invariant of the lots is violated on purpose, and the check names the row. */
const database = startForFile(createCorruptibleDatabase)

const LOT = `(select id from points_lot where loyalty_code = '60000001' and remaining > 1 order by id limit 1)`

describe('lot invariants', () => {
  test('L12: reports lots that are not the balance', async () => {
    const found = await database.after(
      `update points_lot set remaining = remaining - 1 where id = ${LOT}`,
    )
    expect(Object.keys(found)).toEqual(['L12'])
    expect(found.L12).toContain('60000001')
    const missing = await database.after(`delete from points_lot where loyalty_code = '60000001'`)
    expect(missing.L12).toContain('los lotes no son el saldo')
  })

  test('L12: reports a lot with more than was given, or with less than nothing', async () => {
    const found = await database.after(
      'alter table points_lot drop constraint points_lot_remaining',
      `update points_lot set remaining = -1 where id = ${LOT}`,
      `update points_lot set remaining = points + 1 where id = (select max(id::text)::uuid from points_lot)`,
    )
    expect(found.L12?.split('queda menos de 0')).toHaveLength(3)
    const raised = await database.after(
      `update points_lot set points = points + 1 where id = ${LOT}`,
    )
    expect(raised.L12).toContain('los lotes no son lo que se dio')
  })

  const owed = (balance: number) =>
    `insert into ledger_account (id, shortfall_of, balance) values (gen_random_uuid(), '60000001', ${balance})`

  test('L13: reports a shortfall beside points, and one above 0', async () => {
    const found = await database.after(owed(-3))
    expect(found.L13).toContain('"shortfall_of":"60000001"')
    const above = await database.after(
      'alter table ledger_account drop constraint ledger_account_never_below_zero',
      owed(3),
    )
    expect(above.L13).toContain('"shortfall":"3"')
    const none = await database.after(owed(0))
    expect(none).toEqual({})
  })

  test('L4: reports more pending points than the balance', async () => {
    const found = await database.after(
      `update points_lot set spendable_from = now() + interval '1 day', points = 100000, remaining = 100000 where id = ${LOT}`,
    )
    expect(found.L4).toContain('pendientes de más')
  })

  test('L14: reports points that expire before the date of their lot', async () => {
    const account = `(select id from ledger_account where loyalty_code = '60000001')`
    const expired = (at: string) => [
      `update points_lot set remaining = 0, expires_at = '2026-09-01' where id = ${LOT}`,
      `insert into ledger_transaction values ('5d0ca5e0-0000-8000-8000-000000000000', 'expiration', 'x', '', '', '${at}')`,
      `insert into ledger_entry select '5d0ca5e0-0000-8000-8000-000000000000', ${account}, -1, 100000, 1, '${at}', 'x'`,
    ]
    expect((await database.after(...expired('2026-08-31'))).L14).toContain('60000001')
    expect((await database.after(...expired('2026-09-01'))).L14).toBeUndefined()
  })

  test('L15: reports an adjustment without its posting, a posting without its adjustment, and one person', async () => {
    const ID = `'5d0ca5e0-0000-8000-8000-000000000000'`
    const adjustment = (state: string, by: string) =>
      `insert into proposal values (${ID}, 'adjustment', '60000001', '{"points": 5}', '${state}', ${ID}, now(), ${by})`
    const lost = await database.after(adjustment('confirmed', 'null'))
    expect(lost.L15).toContain('ajuste sin su asiento exacto')
    const posting = `insert into ledger_transaction values (${ID}, 'adjustment', ${ID}, '', '', now())`
    expect((await database.after(posting)).L15).toContain('asiento sin su ajuste')
    const waiting = adjustment('waiting', 'null')
    expect((await database.after(waiting, posting)).L15).toContain('"state":"waiting"')
    expect((await database.after(waiting)).L15).toBeUndefined()
    const alone = await database.after(
      'alter table proposal drop constraint proposal_second',
      adjustment('rejected', ID),
    )
    expect(alone.L15).toContain('decidido por quien lo propuso')
  })
})
