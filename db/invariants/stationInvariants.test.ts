import { describe, expect, test } from 'vitest'
import { connectDb, inTransaction } from '#db/core/connection.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { closeShiftOf } from '#db/stations/shifts.ts'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import type { FreshDatabase } from '#testing/database/freshDatabase.ts'
import { reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'

/** Each invariant of the stations is violated on purpose, and the check names the row. */
const database = startForFile(() => createCorruptibleDatabase(reportThree))

/** A sale as it was made, one with a return, and one that was voided, in a closed shift. */
async function reportThree({ client, url }: FreshDatabase) {
  const opened = await connectDb(asAppRole(url), 2, TEST_SECRET)
  const [till] = await insertTills(client)
  if (!till) throw new Error('no till')
  const sale = (ticket: string) => reportedSale(ticket, 30, { shift: 'S', loyaltyCode: '60000001' })
  const account = { shift: 'other', loyaltyCode: '60000001', payments: [ON_ACCOUNT, CASH] }
  const withdrawn = reportedSale('none', 30, account)
  const onAccount = [reportedSale('owes', 30, account), withdrawn, voidOf(withdrawn)]
  const late = reportedSale('waits', 30, { shift: 'other' })
  await reporter(opened.db)(till, [
    sale('kept'),
    sale('part'),
    returnOf(sale('part'), 'back', 10),
    sale('gone'),
    voidOf(sale('gone')),
    voidOf(late),
    ...onAccount,
  ])
  const totals = {
    sales: 3,
    voids: 1,
    returns: 1,
    amounts: { 858: 90 * 7688 },
    millilitres: { super: 90_000 },
  }
  const close = { code: 'S', ofStation: false, totals, now: FIXED_DATE }
  const { differences } = await inTransaction(opened.db, (tx) => closeShiftOf(tx, till, close))
  if (differences.length > 0) throw new Error('the shift does not add up')
  await opened.close()
}

const ON_ACCOUNT = { means: 'account' as const, amount: 100_000, rrn: '', lastFour: '' }
const CASH = { means: 'cash' as const, amount: 130_640, rrn: '', lastFour: '' }
const identity = (ticket: string) =>
  `(select identity from sale_event where ticket = '${ticket}' and kind <> 'void')`
const OWES = `reference = (select debt_reference from account_debt where sale_identity = ${identity('owes')})`
const rrn = (ticket: string) => `(select rrn from sale_line where identity = ${identity(ticket)})`
const reversal = (ticket: string) =>
  `(select id from ledger_transaction where event = 'reversal' and event_id like '%:' || ${rrn(ticket)})`

describe('station invariants', () => {
  test('T1: reports a sale that is another purchase, two, or none', async () => {
    const other = await database.after(
      `update movement set millilitres = millilitres + 1 where rrn = ${rrn('kept')}`,
    )
    expect(Object.keys(other)).toEqual(['T1'])
    const none = await database.after(
      `update sale_line set rrn = null where identity = ${identity('kept')}`,
    )
    expect(none.T1).toContain('sin su compra')
    const twice = await database.after(
      'drop index sale_line_movement',
      `update sale_line set rrn = ${rrn('kept')} where identity = ${identity('part')}`,
    )
    expect(twice.T1).toContain('compra de dos renglones')
    const again = await database.after(
      'alter table sale_line drop constraint sale_line_identity_sale_event_identity_fk',
      'alter table account_debt drop constraint account_debt_sale_identity_sale_event_identity_fk',
      'alter table purchase_claim drop constraint purchase_claim_sale_identity_sale_event_identity_fk',
      'alter table sale_event drop constraint sale_event_pkey',
      `insert into sale_event select * from sale_event where ticket = 'kept'`,
    )
    expect(again.T1).toContain('identidad repetida')
  })

  test('T3: reports a closed shift with other totals, and an exception that adds up', async () => {
    const short = await database.after(
      `update sale_event set shift = 'other' where ticket = 'kept'`,
    )
    expect(Object.keys(short)).toEqual(['T3'])
    const open = await database.after(`update shift set state = 'exception' where state = 'closed'`)
    expect(Object.keys(open)).toEqual(['T3'])
  })

  test('T4: reports a line that has the points of another time, and a rule of it that was changed', async () => {
    for (const change of ['per_litre = per_litre + 1', `weekdays = '[1]'`, `means = '["debit"]'`]) {
      const found = await database.after(
        `update points_rule set ${change} where programme = 'surtidor' and product = 'super'
        and valid_from > '2026-01-01'`,
      )
      expect(found.T4).toContain('"received_at"')
    }
    const late = await database.after(
      `update movement set at = '2025-06-01' where rrn = ${rrn('kept')}`,
      `update sale_event set at = '2025-06-01' where ticket = 'kept'`,
    )
    expect(Object.keys(late)).toEqual(['L8', 'T4', 'T5'])
  })

  test('T5: reports a return of more than the sale, and points that are not those of the rest', async () => {
    const more = await database.after(
      `update sale_line set millilitres = 30001 where identity = ${identity('back')}`,
    )
    expect(more.T5).toContain('devuelve más que la venta')
    const ignored = await database.after(
      `update sale_line set points_due = points, points_taken = 0 where identity = ${identity('part')}`,
    )
    expect(ignored.T5).toContain('los puntos no son los de lo que queda')
    expect(ignored.L9).toContain('quita de más')
    const nothing = await database.after(
      `update sale_event set sale_identity = 'nothing' where ticket = 'back'`,
    )
    expect(nothing.T5).toContain('una venta que no está')
  })

  test('T5: reports a void that was not applied, or left points', async () => {
    const waiting = await database.after(
      `update sale_event set state = 'waiting' where kind = 'void' and ticket = 'gone'`,
    )
    expect(waiting.T5).toContain('ya llegó')
    const kept = await database.after(
      `delete from ledger_entry where transaction_id = ${reversal('gone')}`,
      `delete from ledger_transaction where id = ${reversal('gone')}`,
      `update sale_line set points_taken = 0 where identity = ${identity('gone')}`,
    )
    expect(kept.T5).toContain('no quita lo que dio de más')
    const more = await database.after(
      `update sale_line set points_taken = points + 1 where identity = ${identity('gone')}`,
    )
    expect(more.T5).toContain('no quita lo que dio de más')
  })

  test('T11: reports a sale on account without its debt, or with another one', async () => {
    const none = await database.after(
      `delete from account_debt where sale_identity = ${identity('owes')}`,
    )
    expect(Object.keys(none)).toEqual(['T11'])
    const kept = await database.after(
      `delete from sale_event where kind = 'return' or kind = 'void' and ticket = 'none'`,
      `update sale_event set payments = '[{"means": "account", "amount": 99999}]' where ticket = 'owes'`,
    )
    expect(kept.T11).toContain('la deuda PENDING no es lo que queda')
    const voided = await database.after(`update debt set state = 'VOIDED' where ${OWES}`)
    expect(Object.keys(voided)).toEqual(['T11'])
    const twice = await database.after(
      'alter table account_debt drop constraint account_debt_pkey',
      `insert into account_debt select ${identity('owes')}, reference from debt where amount = 284300`,
    )
    expect(twice.T11).toContain('venta con dos deudas')
    expect(twice.T11).toContain('deuda de otra persona')
    const points = await database.after(`update debt set points = 1 where ${OWES}`)
    expect(Object.keys(points)).toEqual(['T11'])
    const paid = await database.after(
      `update debt set state = 'PAID', amount = 100001 where ${OWES}`,
    )
    expect(paid.T11).toContain('la deuda PAID no es lo que queda')
    const excused = await database.after(
      `update debt set state = 'PAID', amount = 100001 where ${OWES}`,
      `insert into sale_conflict select gen_random_uuid(), identity, branch_code, terminal_id,
        'account_paid', '{"owed": 100000}', at from sale_event where ticket = 'owes'`,
    )
    expect(Object.keys(excused)).toEqual(['P6'])
  })

  test('T9: reports two claims of a receipt or of a sale, and a claim of another loyalty or without its points', async () => {
    const claim = (id: number, given: Record<string, string> = {}) => {
      const columns = {
        id: `'5d0ca5e0-0000-8000-8000-00000000000${id}'`,
        person_id: `(select person_id from loyalty where code = '60000001')`,
        loyalty_code: `'60000001'`,
        rut: `''`,
        type: '101',
        series: `'A'`,
        number: '1',
        amount: '1',
        date: `''`,
        security_code: `''`,
        at: 'now()',
        operator_from: 'now()',
        decided_at: 'now()',
        identity: `'r${id}'`,
        state: `'credited'`,
        sale_identity: identity('kept'),
        ...given,
      }
      return `insert into purchase_claim (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`
    }
    expect(await database.after(claim(1))).toEqual({})
    const receipt = await database.after(
      'drop index purchase_claim_once',
      'drop index purchase_claim_own',
      claim(1),
      claim(2, { identity: `'r1'`, sale_identity: identity('part') }),
    )
    expect(receipt.T9).toContain('comprobante con dos reclamos')
    expect(receipt.T9).toContain('comprobante reclamado dos veces')
    const sale = await database.after('drop index purchase_claim_sale', claim(1), claim(2))
    expect(sale.T9).toContain('venta de dos reclamos')
    const returned = `(select identity from sale_event where kind = 'return')`
    const noSale = await database.after(claim(1, { sale_identity: returned }))
    expect(noSale.T9).toContain('sin su venta')
    const free = `update sale_event set loyalty_code = null where ticket = 'kept'`
    expect((await database.after(claim(1), free)).T9).toContain('sin su venta')
    const other = await database.after(claim(1, { loyalty_code: `'60100001'` }))
    expect(other.T9).toContain('otra persona')
    const twice = await database.after(
      claim(1),
      `delete from ledger_transaction where event = 'sale' and event_id = ${rrn('kept')}`,
    )
    expect(twice.T9).toContain('otros asientos')
  })

  test('T15: reports a document of another issuer that took its place, gave points or names another station', async () => {
    const named = (name: string, set = '') =>
      database.after(
        'alter table sale_line drop constraint sale_line_identity_sale_event_identity_fk',
        `update sale_line set identity = ${name} where identity = ${identity('kept')}`,
        `update sale_event set identity = ${name}, sale_identity = ${name}${set} where ticket = 'kept'`,
      )
    const issuer = `, held = 'issuer'`
    const own = `(select 'cfe:1:101:A:1:' || min(code) from branch)`
    expect((await named(`'cfe:1:101:A:1'`, issuer)).T15).toContain('sin razón')
    expect((await named(own)).T15).toContain('no espera por su RUT')
    expect((await named(`'cfe:1:101:A:1:E999'`, issuer)).T15).toContain('otra estación')
    expect((await named(own, issuer)).T15).toContain('dio puntos')
  })

  test('T12: reports a sale that was matched with nobody, or twice, and a purchase of another time', async () => {
    const nobody = await database.after(
      `update sale_event set matched_at = received_at where ticket = 'waits' or kind = 'return'`,
    )
    expect(nobody.T12).toContain('sin afiliado')
    const other = await database.after(
      `update sale_event set loyalty_code = null where ticket = 'kept'`,
    )
    expect(other.T12).toContain('compra de una venta sin afiliado')
    const again = await database.after(
      `update sale_event set matched_at = received_at + interval '1 hour' where ticket = 'kept'`,
    )
    expect(Object.keys(again)).toEqual(['T12'])
  })

  test('L9: reports a return that took more, or less, than the rest lost', async () => {
    for (const [points, fault] of [
      ['points * 3', 'quita de más'],
      ['sign(points)', 'quita de menos'],
    ] as const) {
      const found = await database.after(
        `update ledger_entry set points = ${points} where transaction_id = ${reversal('part')}`,
      )
      expect(found.L9).toContain(fault)
    }
  })
})
