import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/** Each invariant of the ledger is violated on purpose, and the check names the row. */
const database = startForFile(createCorruptibleDatabase)

const CLUB = `(select id from ledger_account where loyalty_code = '60000001')`
const BIGGEST = `(select rrn from movement where loyalty_code = '60000001' order by points desc, rrn limit 1)`
const PAID = `(select id from payment_attempt where state = 'PAID' order by payment_token limit 1)`

describe('ledger invariants', () => {
  test('L1: reports a transaction with a missing entry', async () => {
    const found = await database.after(
      `delete from ledger_entry where seq is null and transaction_id = (
      select id from ledger_transaction where event = 'sale' and event_id = ${BIGGEST})`,
    )
    expect(Object.keys(found)).toEqual(['L1'])
    expect(found.L1).toContain('"event":"sale"')
  })

  test('L2: reports a missing guard of the ledger, and a role that can rewrite it', async () => {
    const gone = await database.after(
      'alter table ledger_entry disable trigger ledger_entry_append_only',
    )
    expect(gone.L2).toContain('ledger_entry_append_only')
    const open = await database.after('grant update on ledger_transaction to surtidor_app')
    expect(open.L2).toContain('surtidor_app ledger_transaction')
  })

  test('L3: reports a stored balance that is not the sum of its entries', async () => {
    const found = await database.after(
      `update ledger_account set balance = balance + 1 where id = ${CLUB}`,
    )
    expect(Object.keys(found)).toEqual(['L3', 'L12'])
    expect(found.L3).toContain('60000001')
  })

  test('L3: reports an account whose newest entry is missing', async () => {
    const last = `(select transaction_id from ledger_entry where account_id = ${CLUB} order by seq desc nulls last limit 1)`
    const found = await database.after(`delete from ledger_entry where transaction_id = ${last}`)
    expect(found.L3).toContain('60000001')
    expect(found.L1).toBeDefined()
  })

  test('L4: reports a balance below 0', async () => {
    const found = await database.after(
      'alter table ledger_account drop constraint ledger_account_never_below_zero',
      `update ledger_account set balance = -5 where id = ${CLUB}`,
    )
    expect(found.L4).toContain('"balance":"-5"')
  })

  test('L5: reports a sale without its transaction, and a transaction without its sale', async () => {
    const found =
      await database.after(`update ledger_transaction set event_id = 'other' where event = 'sale'
    and event_id = ${BIGGEST}`)
    expect(found.L5).toContain('movimiento sin su transacción exacta')
    expect(found.L5).toContain('venta sin movimiento')
  })

  test('L5: reports a sale that posted other points than it shows', async () => {
    const found = await database.after(
      `update movement set points = points + 1 where rrn = ${BIGGEST}`,
    )
    expect(Object.keys(found)).toEqual(['L5', 'L8'])
  })

  test('L7: reports a column that can store fractions of a point', async () => {
    const found = await database.after('alter table movement alter column points type numeric')
    expect(Object.keys(found)).toEqual(['L7'])
    expect(found.L7).toContain('"column_name":"points"')
  })

  test('L8: reports a rule that was changed or inserted after sales that it applies to', async () => {
    const raised = await database.after(`update points_rule set per_litre = per_litre + 1
    where programme = 'surtidor' and product = 'super'`)
    expect(Object.keys(raised)).toEqual(['L8'])
    expect(raised.L8).toContain('"product":"super"')
    const inserted =
      await database.after(`insert into points_rule (programme, product, valid_from, per_litre, per_hundred, discount_basis_points)
    select programme, product, valid_from + interval '1 day', per_litre, per_hundred * 2, discount_basis_points
    from points_rule where programme = 'surtidor' and product = 'store'`)
    expect(Object.keys(inserted)).toEqual(['L8'])
    const gone = await database.after(`delete from points_rule where product = 'wash'`)
    expect(Object.keys(gone)).toEqual(['L8'])
    for (const condition of [`weekdays = '[3]'`, 'hour_until = 12', `means = '["cash"]'`]) {
      const narrowed = await database.after(
        `update points_rule set ${condition} where product = 'wash'`,
      )
      expect(Object.keys(narrowed)).toEqual(['L8'])
    }
    const ended = await database.after(`update points_rule set valid_until = '2026-08-01'
    where product = 'wash' and valid_from > '2026-01-01'`)
    expect(Object.keys(ended)).toEqual(['L8'])
    const since =
      await database.after(`insert into points_rule (programme, product, valid_from, per_litre, per_hundred, discount_basis_points)
    select programme, product, '2026-09-08', per_litre + 1, per_hundred, discount_basis_points
    from points_rule where valid_from < '2026-01-01'`)
    expect(since).toEqual({})
  })

  test('L5: reports an event that was posted twice', async () => {
    const found = await database.after(
      'drop index ledger_transaction_once',
      `insert into ledger_transaction select gen_random_uuid(), event, event_id, concept, rrn, at
      from ledger_transaction where event = 'sale' and event_id = ${BIGGEST}`,
    )
    expect(found.L5).toContain('más de una vez')
  })

  test('L5: reports a payment without its points, and points without their payment', async () => {
    const found = await database.after(
      `update payment_attempt set payment_token = 'demo-other' where id = ${PAID}`,
    )
    expect(Object.keys(found)).toEqual(['L5'])
    expect(found.L5).toContain('pago sin su transacción exacta')
    expect(found.L5).toContain('puntos de un pago que no lo es')
  })

  test('L5: reports a debt with points and no loyalty', async () => {
    const found = await database.after(
      'alter table debt drop constraint debt_points',
      `update debt set loyalty_code = null where points > 0 and state = 'PENDING'`,
    )
    expect(found.L5).toContain('puntos que nadie va a recibir')
  })

  test('L6: reports an entry whose event or instant was changed', async () => {
    const middle = `account_id = ${CLUB} and seq = 20`
    const moved = await database.after(
      `update ledger_entry set at = at + interval '1 millisecond' where ${middle}`,
    )
    expect(Object.keys(moved)).toEqual(['L6'])
    expect(moved.L6).toContain('"seq":20')
    const renamed = await database.after(`update ledger_transaction set event = 'gift' where id = (
    select transaction_id from ledger_entry where ${middle})`)
    expect(renamed.L6).toContain('"seq":20')
    const forged = await database.after(
      `update ledger_entry set hash = sha256('forged') where ${middle}`,
    )
    expect(forged.L6).toContain('"seq":20')
    expect(forged.L6).toContain('"seq":21')
  })

  test('L9: reports a reversal of too many points or too few, and a missing one', async () => {
    const reversal = `(select id from ledger_transaction where event = 'reversal' order by id limit 1)`
    const more = await database.after(
      `update ledger_entry set points = points * 3 where transaction_id = ${reversal}`,
    )
    expect(more.L9).toContain('quita de más')
    const less = await database.after(
      `update ledger_entry set points = sign(points) where transaction_id = ${reversal}`,
    )
    expect(less.L9).toContain('quita de menos')
    const other = await database.after(
      `update ledger_transaction set event_id = 'void:nothing' where id = ${reversal}`,
    )
    expect(other.L9).toContain('quita de algo que no se dio')
    expect(other.L9).toContain('conserva sus puntos')
  })

  const UNDONE = `(select payment_token from payment_attempt where state in ('VOIDED', 'REFUNDED')
  order by payment_token limit 1)`
  const ITS_MEMBER = `(select e.account_id from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
  where t.event = 'payment' and t.event_id = ${UNDONE} and e.seq is not null)`
  /** The points of a refunded payment remain, and the member spends all of them some time later. */
  const keptAndSpent = (after: string) => [
    `delete from ledger_transaction where event = 'reversal' and event_id = 'void:' || ${UNDONE}`,
    `insert into ledger_entry select gen_random_uuid(), ${ITS_MEMBER}, -120, 1 + max(e.seq), 0,
    (select settled_at from payment_attempt where payment_token = ${UNDONE}) + interval '${after}', sha256('spent')
    from ledger_entry e where e.account_id = ${ITS_MEMBER}`,
  ]

  test('L9: reports a missing reversal, whatever the balance was', async () => {
    for (const after of ['2 days', '-1 second']) {
      const spent = await database.after(...keptAndSpent(after))
      expect(spent.L9).toContain('conserva sus puntos')
    }
  })

  test('L10: reports a balance that does not follow from the one before', async () => {
    const found = await database.after(
      `update ledger_entry set balance = balance + 7 where account_id = ${CLUB} and seq = 12`,
    )
    expect(found.L10).toContain('"seq":12')
    expect(found.L10).toContain('"seq":13')
  })
})

/** Two accounts, of the club and of another loyalty. */
const account = (code: string) => `(select id from ledger_account where loyalty_code = '${code}')`
const CODE = '60000001'
const ID = `'00000000-0000-8000-8000-000000000011'`
const DAY = `'2026-09-07T12:00:00-03:00'::timestamptz`

/** Statements that empty the account of the club by a posting to another account. */
const emptied = (event: string, to: string, at = DAY) => [
  `insert into ledger_transaction select ${ID}, '${event}', '${CODE}:' || last_seq + 1, '', '', ${at}
    from ledger_account where loyalty_code = '${CODE}'`,
  `insert into ledger_entry select ${ID}, id, -balance, last_seq + 1, 0, ${at}, 'x'
    from ledger_account where loyalty_code = '${CODE}'`,
  `insert into ledger_entry select ${ID}, ${account(to)}, balance, 1000000, 0, ${at}, 'x'
    from ledger_account where loyalty_code = '${CODE}'`,
]
const ended = (at: string) => `update loyalty set ended_at = ${at} where code = '${CODE}'`
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
