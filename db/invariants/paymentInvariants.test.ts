import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/**
 * Each invariant of payments and notifications is violated on purpose, and the check names the
 * row.
 */
const database = startForFile(createCorruptibleDatabase)

const PAID = `(select id from payment_attempt where state = 'PAID' order by payment_token limit 1)`
const DEBT = `(select debt_reference from payment_attempt where state = 'PAID' order by payment_token limit 1)`
/** Another attempt on the debt of a paid attempt. */
const twin = (state: string, token: string) => `
  insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount,
    tax_amount, tip_amount, installments, indi, state, audit_number, payment_token, created_at, settled_at, next_poll_at)
  select gen_random_uuid(), person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount,
    tax_amount, tip_amount, installments, indi, '${state}', 'twin-' || gen_random_uuid(), ${token}, created_at,
    case when '${state}' = 'PAID' then settled_at end, case when '${state}' = 'CREATED' then created_at end
  from payment_attempt where id = ${PAID}`

describe('payment invariants', () => {
  test('P1 and P6: reports a debt that was charged twice', async () => {
    const found = await database.after('drop index attempt_paid', twin('PAID', `'demo-twice'`))
    expect(found.P1).toContain('"charges":"2"')
    expect(found.P6).toContain('deuda paga sin un cobro en pie')
  })

  test('P1: reports a charge above the debt or in another currency', async () => {
    const more = await database.after(
      `update payment_attempt set amount = amount + 1 where id = ${PAID}`,
    )
    expect(Object.keys(more)).toEqual(['P1', 'P8'])
    const other = await database.after(
      `update payment_attempt set currency = '840' where id = ${PAID}`,
    )
    expect(Object.keys(other)).toEqual(['P1', 'P8'])
  })

  test.each([
    'amount = tip_amount + 1',
    'tip_amount = tip_amount + 1',
    'taxed_amount = taxed_amount - 1',
    'tax_amount = tax_amount + 1',
    'indi = 6 - indi',
  ])('P8: reports a charge that differs from its debt: %s', async (change) => {
    const found = await database.after(`update payment_attempt set ${change} where id = ${PAID}`)
    expect(Object.keys(found)).toEqual(['P8'])
    expect(found.P8).toContain('"reference":"FAC-')
  })

  test('P8: accepts a corrected debt that has no paid attempt', async () => {
    const found = await database.after(
      `update debt set amount = amount + 1, indi = 6 - indi where state <> 'PAID'`,
    )
    expect(found).toEqual({})
  })

  test('P10: reports commits that do not wait for the disk, on the connection that asks', async () => {
    const found = await database.after('set local synchronous_commit = off')
    expect(Object.keys(found)).toEqual(['P10'])
    expect(found.P10).toContain('"source":"session"')
  })

  test('P2: reports two open attempts on one debt', async () => {
    const found = await database.after(
      'drop index attempt_open',
      twin('CREATED', 'null'),
      twin('CREATED', 'null'),
    )
    expect(Object.keys(found)).toEqual(['P2', 'P3', 'SQL'])
    expect(found.P3).toContain('sin desenlace')
  })

  test.each(['REJECTED', 'EXPIRED'])(
    'P3: reports an attempt that is %s with an unknown outcome after a day',
    async (state) => {
      const old = `update payment_attempt set created_at = created_at - interval '30 days'
    where id = (select id from payment_attempt where state = '${state}' limit 1)`
      expect(await database.after(old)).toEqual({})
      const found = await database.after(old.replace('set ', 'set next_poll_at = now(), '))
      expect(Object.keys(found)).toEqual(['P3'])
      expect(found.P3).toContain('sin desenlace')
    },
  )

  const compared = (kind: string, resolved: boolean, done = true) => [
    `insert into gateway_day select '2026-09-01', gen_random_uuid(), now(), 'LIST', 1, 1, ${done ? 'now()' : 'null'}`,
    `insert into gateway_discrepancy (day, kind, subject, reference, payment_token, state_here, currency_here,
      amount_here, state_there, currency_there, amount_there, resolved)
    select '2026-09-01', '${kind}', 'x', debt_reference, 'x', state, currency, amount, 'NONE', currency, amount,
      ${resolved} from payment_attempt where id = ${PAID}`,
    'update gateway_discrepancy set refunded_there = 1',
  ]

  test.each([
    ['MISSING_HERE', ['P3']],
    ['MISSING_THERE', ['P4']],
    ['AMOUNT', ['P4']],
    ['VOIDED_THERE', ['P4']],
    ['DOUBLE', ['P1']],
    ['REFUNDED_THERE', ['P13']],
  ])('reports an unresolved discrepancy %s as a violation of %j', async (kind, promises) => {
    expect(Object.keys(await database.after(...compared(kind, false)))).toEqual(promises)
    expect(await database.after(...compared(kind, true))).toEqual({})
    // A reconciliation that has not finished reports nothing yet.
    expect(await database.after(...compared(kind, false, false))).toEqual({})
  })

  test('P5: reports one charge on two attempts', async () => {
    const found = await database.after(
      'alter table payment_attempt drop constraint payment_attempt_payment_token_unique',
      `update payment_attempt set payment_token = (select payment_token from payment_attempt where id = ${PAID})
      where state = 'REJECTED'`,
    )
    expect(found.P5).toBeDefined()
  })

  test('P6: reports a debt whose state contradicts its attempt', async () => {
    const unpaid = await database.after(
      `update debt set state = 'PENDING' where reference = ${DEBT}`,
    )
    expect(unpaid.P6).toContain('cobro en pie de una deuda que no está paga')
    const unasked = await database.after(`update debt set state = 'PAID' where state = 'PENDING'`)
    expect(unasked.P6).toContain('deuda paga sin un cobro en pie')
    const strange = await database.after(
      'alter table payment_attempt drop constraint attempt_state',
      `update payment_attempt set state = 'LOST' where state = 'EXPIRED'`,
    )
    expect(strange.P6).toContain('LOST')
    const forgotten =
      await database.after(`update payment_attempt set state = 'PROCESSING', settled_at = null
    where state = 'EXPIRED'`)
    expect(forgotten.P6).toContain('nadie va a mirar')
    const alien =
      await database.after(`update payment_attempt set person_id = (select id from person where email like 'fede@%')
    where id = ${PAID}`)
    expect(alien.P6).toContain('deuda ajena')
  })

  const refund = (change: string) => `
    insert into payment_refund select gen_random_uuid(), id, 'refund', 100, 'complaint', 'x', 'done', 'audit', 100,
      person_id, now() from payment_attempt where id = ${PAID};
    update payment_refund set ${change}`
  /** Also its proposal, which another operator has decided. */
  const proposed = (state: string, amount: number) => `${refund('amount = 100')};
    insert into proposal (id, kind, subject, content, state, proposed_by, proposed_at, decided_by)
      select id, 'refund', attempt_id, '{"kind": "refund", "amount": ${amount}}', '${state}', requested_by, now(),
        gen_random_uuid() from payment_refund`

  test.each([
    ['more than the charge has given back', refund('amount = 100'), 'que el cobro no tiene'],
    ['a void of a charge that stands', refund(`kind = 'void'`), 'sigue en pie'],
    ['another amount than was confirmed', proposed('confirmed', 101), 'la propuesta confirmada'],
    ['what was rejected', proposed('rejected', 100), 'la propuesta confirmada'],
    [
      'nothing for a confirmed proposal',
      `${proposed('confirmed', 100)}; delete from payment_refund`,
      'la propuesta confirmada',
    ],
    ['one that nobody asks about', refund(`state = 'sending'`), 'nadie va a mirar'],
    [
      'the whole of a charge that counts as paid',
      `update payment_attempt set refunded_amount = amount where id = ${PAID}`,
      'distinto de su estado',
    ],
  ])('P13: reports a refund of %s', async (_what, change, fault) => {
    expect((await database.after(...change.split(';'))).P13).toContain(fault)
  })

  test('L9: reports a part that was given back without its points', async () => {
    const part = `update payment_attempt set refunded_amount = amount - 1 where id = (
      select p.id from payment_attempt p join debt d on d.reference = p.debt_reference
      where p.state = 'PAID' and d.points > 0 limit 1)`
    expect(Object.keys(await database.after(part))).toEqual(['L9'])
  })

  test('N2: reports two notifications of one event', async () => {
    const found = await database.after(
      'drop index notification_once',
      `insert into notification select gen_random_uuid(), person_id, event, type, at, currency, amount, title, text,
      read, deleted, url, image_url, html from notification where event = 'welcome' limit 1`,
    )
    expect(Object.keys(found)).toEqual(['N2', 'SQL'])
    expect(found.N2).toContain('welcome')
  })
})
