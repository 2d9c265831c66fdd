import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/** Each invariant of the redemptions is violated on purpose, and the check names the row. */
const database = startForFile(createCorruptibleDatabase)

const ONE = `(select id from redemption where state = 'captured' order by id limit 1)`
const OPEN = `(select id from redemption where state = 'reserved' order by id limit 1)`
const UUID = `'5d0ca5e0-0000-8000-8000-00000000ffff'`

describe('redemption invariants', () => {
  test('T7: reports a redemption that took other points, from other lots, or none', async () => {
    const other = await database.after(
      `update redemption set points = points + 1 where id = ${ONE}`,
    )
    expect(other.T7).toContain('canje sin su asiento exacto')
    expect(other.T7).toContain('los lotes no son el canje')
    const lots = await database.after(`delete from redemption_lot where redemption_id = ${ONE}`)
    expect(lots.T7).toContain('los lotes no son el canje')
    const lost = await database.after(
      `delete from redemption_lot where redemption_id = ${ONE}`,
      `delete from redemption where id = ${ONE}`,
    )
    expect(lost.T7).toContain('asiento sin su canje')
  })

  test('T7: reports points that are not given back, that are given back of a captured one, and that expire early', async () => {
    const kept = await database.after(
      `update redemption set state = 'released', ended_at = created_at where id = ${OPEN}`,
    )
    expect(kept.T7).toContain('no devuelve, o devuelve de más')
    const giveBack = [
      `insert into ledger_transaction select ${UUID}, 'giveBack', id::text, '', '', created_at from redemption where id = ${ONE}`,
      `insert into ledger_entry (transaction_id, account_id, points, seq, balance, at)
        select ${UUID}, a.id, r.points, a.last_seq + 1, a.balance + r.points, r.created_at
        from redemption r join ledger_account a on a.loyalty_code = r.loyalty_code where r.id = ${ONE}`,
    ]
    expect((await database.after(...giveBack)).T7).toContain('no devuelve, o devuelve de más')
    const early = await database.after(
      ...giveBack,
      `insert into points_lot select ${UUID}, r.loyalty_code, ${UUID}, r.points, r.points, r.created_at, r.created_at + interval '29 days'
        from redemption r where r.id = ${ONE}`,
    )
    expect(early.T7).toContain('devuelve puntos que vencen antes')
  })

  test('T8: reports a code, a voucher and a reference that stand twice', async () => {
    const constraints = [
      'drop index redemption_code_once',
      'drop index redemption_of_till',
      'alter table redemption drop constraint redemption_voucher_code_unique',
      'alter table redemption drop constraint redemption_kind',
      'alter table redemption drop constraint redemption_terminal',
    ]
    const twice = await database.after(
      ...constraints,
      `update redemption set code_window = 1, voucher_code = 'X', reference = 'R-1', terminal_id = ${UUID} where loyalty_code = '60000001'`,
    )
    for (const fault of ['código usado dos veces', 'vale repetido', 'referencia repetida'])
      expect(twice.T8).toContain(fault)
  })

  test('T8: reports what was captured at its end or a till’s reservation after it', async () => {
    const late = await database.after(
      `update redemption set ended_at = expires_at where id = ${ONE}`,
    )
    expect(late.T8).toContain('usado después de su fin')
    const reserved = (minutes: number) => [
      `insert into terminal_batch select ${UUID}, ${UUID}, 'n', r.created_at, '', '', '', '', '' from redemption r where id = ${ONE}`,
      `update redemption set kind = 'till', code_window = 1, voucher_code = null, reference = 'R-1', terminal_id = ${UUID},
        state = 'reserved', ended_at = null, expires_at = created_at - interval '${minutes} minutes' where id = ${ONE}`,
    ]
    expect(await database.after(...reserved(4))).toEqual({})
    expect((await database.after(...reserved(6))).T8).toContain('reserva que sigue')
  })
})
