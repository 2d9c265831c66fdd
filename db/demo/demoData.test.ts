import { describe, expect, test } from 'vitest'
import { expectedRefund } from '#contract/entities/taxLaws.ts'
import { connectDb } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/** The people of the demo data and the cases that each of them shows. */

const demo = startForFile(() => freshDatabase('demo'))
const opened = startForFile(() => connectDb(demo.url, 1, TEST_SECRET))

async function rows<T extends object>(question: string): Promise<T[]> {
  return (await demo.client.query<T>(question)).rows
}
const of = (name: string) => `(select id from person where email = '${name}@demo.surtidor.uy')`
const sorted = async (question: string) =>
  (await rows<{ v: string }>(question)).map(({ v }) => v).toSorted()

describe('demo data', () => {
  test('satisfies every invariant of the ledger, the payments and the notifications', async () => {
    const checked: string[] = []
    const onFinding = ({ code }: { code: string }) => checked.push(code)
    expect(await checkInvariants(opened.db, { onFinding })).toEqual([])
    expect(checked.length).toBeGreaterThan(20)
  })

  test('gives the seven people their roles; only beto is unconfirmed', async () => {
    expect(
      await rows(`select split_part(email, '@', 1) as name, role_code, confirmed_at is not null as confirmed
      from person join person_role on person_id = id where email not like 'driver%' order by 1`),
    ).toEqual([
      { name: 'ana', role_code: '2', confirmed: true },
      { name: 'beto', role_code: '2', confirmed: false },
      { name: 'carla', role_code: '3', confirmed: true },
      { name: 'diego', role_code: '4', confirmed: true },
      { name: 'elena', role_code: '1', confirmed: true },
      { name: 'fede', role_code: '2', confirmed: true },
      { name: 'guido', role_code: '1', confirmed: true },
    ])
  })

  test("shows drivers with pending points, and what expires of ana's when", async () => {
    const pending = await rows<{ v: string }>(
      `select distinct email as v from points_lot l join loyalty y on y.code = l.loyalty_code join person p on p.id = y.person_id
      where remaining > 0 and spendable_from > '2026-09-07T15:00Z'`,
    )
    expect(pending.length).toBeGreaterThan(0)
    const days = await sorted(
      `select distinct expires_at::text as v from points_lot join loyalty on code = loyalty_code
      where remaining > 0 and person_id = ${of('ana')}`,
    )
    expect(days.length).toBeGreaterThan(5)
    expect(days[0]).toMatch(/^2026-1[01]-/)
  })

  test('gives ana a voucher that one station takes, and a claim that waits for the till', async () => {
    const mine = `loyalty_code in (select code from loyalty where person_id = ${of('ana')})`
    expect(
      await rows(`select r.title, w.branches, r.state from redemption r join reward w on w.code = r.reward_code
      where r.${mine} and w.branches <> '[]'`),
    ).toEqual([{ title: 'Lavado de vidrios', branches: ['E001'], state: 'reserved' }])
    expect(await rows(`select state from purchase_claim where ${mine}`)).toEqual([
      { state: 'waiting' },
    ])
  })

  test('leaves fede without any data', async () => {
    for (const table of [
      'loyalty',
      'debt',
      'payment_attempt',
      'notification',
      'membership_request',
    ])
      expect(await rows(`select from ${table} where person_id = ${of('fede')}`)).toEqual([])
  })

  test('gives ana two loyalties, the club first, each with points, vehicles and movements', async () => {
    const loyalties = await rows<{
      programme: string
      balance: string
      bought: string
      cars: string
    }>(`
    select programme, (select balance from ledger_account where loyalty_code = code),
      (select count(*) from movement where loyalty_code = code) as bought,
      (select count(*) from vehicle where loyalty_code = code) as cars
    from loyalty where person_id = ${of('ana')} order by since`)
    expect(loyalties.map(({ programme }) => programme)).toEqual(['surtidor', 'uber'])
    for (const { balance, bought, cars } of loyalties) {
      expect(Number(balance)).toBeGreaterThan(0)
      expect(Number(bought)).toBeGreaterThan(50)
      expect(Number(cars)).toBeGreaterThan(0)
    }
  })

  test('gives ana one debt for each case of the payment screens', async () => {
    const open = await rows<Record<string, unknown>>(`
    select amount::int, taxed_amount::int, tip_amount::int, installments, indi, final_consumer, currency,
      due_date < '2026-09-07' as overdue
    from debt where person_id = ${of('ana')} and state = 'PENDING'`)
    expect(open.length).toBeGreaterThanOrEqual(9)
    const some = (want: Record<string, unknown>) =>
      expect(open).toContainEqual(expect.objectContaining(want))
    some({ indi: 6, final_consumer: true, currency: '858' })
    some({ indi: 2, taxed_amount: 0 })
    some({ indi: 1 })
    some({ indi: 0, final_consumer: false })
    some({ currency: '840' })
    some({ installments: 6 })
    some({ tip_amount: 5000 })
    some({ overdue: true })
    some({ amount: 5151 })
    // No other amount triggers a reaction of the sandbox.
    const charges = open.map((debt) => Number(debt.amount) + Number(debt.tip_amount))
    expect(charges.filter((cents) => cents % 100 === 91 || cents % 100 === 25)).toEqual([])
    expect(charges.filter((cents) => cents === 5151)).toHaveLength(1)
  })

  test('names an existing station on every debt, and applies the IMESI refund near the border only', async () => {
    expect(
      await rows(
        `select merchant_name from debt where merchant_name not in (select name from branch)`,
      ),
    ).toEqual([])
    expect(
      await sorted(`select distinct b.border_side as v from debt d join branch b on b.code = d.branch_code
      where d.indi = 2`),
    ).toEqual(['argentina'])
    expect(
      await sorted(
        `select distinct border_side || ' ' || department as v from branch where border_side is not null`,
      ),
    ).toEqual([
      'argentina PA',
      'argentina RN',
      'argentina SA',
      'brazil AR',
      'brazil CL',
      'brazil RO',
      'brazil RV',
    ])
  })

  test('gives ana payments in every final state and none in progress', async () => {
    const states = await sorted(
      `select distinct state as v from payment_attempt where person_id = ${of('ana')}`,
    )
    expect(states).toEqual(['EXPIRED', 'PAID', 'REFUNDED', 'REJECTED', 'VOIDED'])
    expect(
      await rows(`select from payment_attempt where state = 'REJECTED' and reason = ''`),
    ).toEqual([])
  })

  test('contains no attempt to poll, and only tokens that begin with demo-', async () => {
    expect(await rows(`select from payment_attempt where next_poll_at is not null`)).toEqual([])
    expect(
      await rows(
        `select from payment_attempt where access_token not like 'demo-%' or payment_token not like 'demo-%'`,
      ),
    ).toEqual([])
  })

  test('contains contact messages about existing stations or about none', async () => {
    const kinds = await sorted('select distinct type as v from contact_message')
    expect(kinds).toEqual(['Consulta', 'Felicitación', 'Reclamo', 'Sugerencia'])
    expect(
      await rows(
        `select from contact_message where branch_code <> '' and branch_code not in (select code from branch)`,
      ),
    ).toEqual([])
  })

  test('refunds the tax that the contract computes', async () => {
    type Charged = {
      amount: string
      taxed_amount: string
      indi: 0 | 1 | 2 | 6
      final_consumer: boolean
      card_type: string
      law: string
      refund: string
      rate: number | null
    }
    const charged = await rows<Charged>(`
    select d.amount, d.taxed_amount, d.indi, d.final_consumer, a.card_type, a.law, a.refund,
      r.basis_points as rate
    from payment_attempt a join debt d on d.reference = a.debt_reference
    join branch b on b.code = d.branch_code and b.name = d.merchant_name
    left join refund_rate r on r.indicator = d.indi and r.side in ('', b.border_side)
      and d.at::date between r.valid_from and coalesce(r.valid_to, 'infinity')
    where a.state in ('PAID', 'VOIDED', 'REFUNDED')`)
    for (const each of charged) {
      const expected = expectedRefund(
        {
          amount: Number(each.amount),
          taxedAmount: Number(each.taxed_amount),
          indi: each.indi,
          finalConsumer: each.final_consumer,
        },
        each.rate,
        each.card_type === 'CA',
      )
      expect([each.law, Number(each.refund)]).toEqual([
        expected?.law.law ?? '0',
        expected?.cents ?? 0,
      ])
    }
    expect(new Set(charged.map(({ law }) => law))).toEqual(
      new Set(['0', '17.934', '18.083', '19.210']),
    )
  })

  test('contains requests in every state, and a final authorisation for each loyalty', async () => {
    expect(await sorted('select distinct state as v from membership_request')).toEqual([
      'PENDING',
      'STATE_PETROBRAS_AUTHORIZED',
      'STATE_PETROBRAS_REJECTED',
      'STATE_UBER_AUTHORIZED',
      'STATE_UBER_REJECTED',
      'VOIDED',
    ])
    expect(
      await rows(`select l.code from loyalty l left join membership_request r on r.person_id = l.person_id
      and r.programme = l.programme and r.state = 'STATE_PETROBRAS_AUTHORIZED' where r.reference is null`),
    ).toEqual([])
  })

  test('gives ana notifications of the six types, some unread, with links inside the app', async () => {
    const mine = `notification where person_id = ${of('ana')}`
    expect(await sorted(`select distinct type::text as v from ${mine}`)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ])
    for (const some of ['not read', 'read', `html <> ''`, 'amount > 0', 'deleted'])
      expect((await rows(`select from ${mine} and ${some}`)).length).toBeGreaterThan(0)
    expect(
      await rows(
        `select url from notification where url <> ''
           and url !~ '^(/#/[a-zA-Z]+([?]id=[0-9a-z-]+)?|https://www[.]surtidor[.]uy/[a-z/]+)$'`,
      ),
    ).toEqual([])
    expect(
      await rows(
        `select image_url from notification where image_url <> '' and image_url !~ '^/promotions/'`,
      ),
    ).toEqual([])
    expect(
      await rows(
        `select from notification n where type = 3
           and not exists (select from promotion p where n.url = '/#/promotion?id=' || p.id)`,
      ),
    ).toEqual([])
  })
})
