import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { matchProvenSales } from '#db/claims/matchProvenSales.ts'
import { creditSales, lockSales } from '#db/claims/unmatchedSales.ts'
import { inTransaction } from '#db/core/connection.ts'
import { createRrnGenerator } from '#db/core/rrn.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { noJobs } from '#testing/harness/jobSteps.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

/** Ana's loyalty in the club, approved with this plate an hour after the sales, and her other one. */
const ANA = '60000001'
const OTHER = '60000002'
const [PLATE, CARD, ADDED] = ['SAB1234', '8860000001', 'SBE4321']
const database = demoDatabaseForFile()
const rrns = startForFile(async () => createRrnGenerator(database.db))
let tills: ReportingTerminal[] = []
let tickets = 0
const ticket = () => `M${(tickets += 1)}`
beforeAll(async () => {
  await widenBounds(database.client)
  tills = await insertTills(database.client)
  await database.client.query(
    `update loyalty set since = '2026-09-06T13:00:00-03:00' where code in ('${ANA}', '${OTHER}')`,
  )
})

const report = (...items: Parameters<ReturnType<typeof reporter>>[1]) =>
  reporter(database.db)(tills[0], items)
const matching = {
  now: FIXED_DATE,
  jobs: noJobs,
  nextRrn: () => rrns.next(),
  inTransaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
    inTransaction(database.db, work),
}
/** Matches sales without a proof, as an operator does. */
const match = (code: string, identities: string[]) =>
  matching.inTransaction(async (tx) => {
    const locked = await lockSales(tx, code, identities)
    return locked && (await creditSales(tx, matching, locked, identities))
  })
const run = async () => (await matchProvenSales(matching, new AbortController().signal)).matched
const assertInvariants = async () => expect(await checkInvariants(database.db)).toEqual([])
/** By how many points work changes Ana's balance. */
async function change(work: () => Promise<unknown>): Promise<number> {
  const before = await balanceOf(database.db, ANA)
  await work()
  return (await balanceOf(database.db, ANA)) - before
}
const notifications = async () =>
  (
    await database.client.query<{ text: string }>(
      `select text from notification where event like 'match:%' order by at, text`,
    )
  ).rows.map(({ text }) => text)
const identityOf = async (sale: { ticket: string }) =>
  (
    await database.client.query<{ identity: string }>(
      `select identity from sale_event where ticket = $1 and kind = 'sale'`,
      [sale.ticket],
    )
  ).rows.map(({ identity }) => identity)

describe('matchProvenSales', () => {
  test('T12: gives the waiting sales of an approved plate and of a card once, with what was returned', async () => {
    const byPlate = reportedSale(ticket(), 30, { plate: PLATE })
    const byCard = reportedSale(ticket(), 20, { cardNumber: CARD })
    const gone = reportedSale(ticket(), 10, { plate: PLATE })
    const { length } = await report(
      byPlate,
      byCard,
      gone,
      returnOf(byPlate, ticket(), 5),
      voidOf(gone),
    )
    expect(length).toBe(5)
    expect(
      await change(async () => {
        expect(await run()).toBe(2)
        expect(await run()).toBe(0)
      }),
    ).toBe(75 + 60)
    expect(await notifications()).toEqual([
      'Encontramos 2 compras de antes de tu afiliación y las sumamos a tus consumos. Te dejaron 135 puntos pendientes: podés usarlos desde el 09/09.',
    ])
    // The first answer stays, and what comes later is applied as to any sale of a member.
    expect(await report(byPlate)).toEqual([{ result: 'duplicate', first: 'unmatched' }])
    expect(await change(() => report(voidOf(byPlate), returnOf(byCard, ticket(), 10)))).toBe(
      -75 - 30,
    )
    const { rows } = await database.client.query(
      `select m.posted_at, m.at from movement m join sale_line using (rrn) where identity = $1`,
      await identityOf(byCard),
    )
    expect(rows).toEqual([{ posted_at: FIXED_DATE, at: new Date('2026-09-06T15:00:00Z') }])
    await assertInvariants()
  })

  test('leaves the sales of a day beyond the bound to an operator', async () => {
    const bound = (sales: number) =>
      database.client.query(`update programme set day_sales = ${sales}`)
    await bound(2)
    const sold = { plate: PLATE, datetime: '2026-09-03T23:30:00-03:00' }
    await report(...[1, 2, 3].map(() => reportedSale(ticket(), 10, sold)))
    expect(await change(run)).toBe(60)
    expect(await change(run)).toBe(0)
    await bound(3)
    expect(await change(run)).toBe(30)
    await widenBounds(database.client)
    await assertInvariants()
  })

  test('matches a sale that arrives after the approval', async () => {
    const late = reportedSale(ticket(), 10, { plate: PLATE })
    expect(await report(late)).toEqual([{ result: 'unmatched' }])
    expect(await change(run)).toBe(30)
  })

  const leaves =
    (...sales: ReturnType<typeof reportedSale>[]) =>
    async () => {
      await report(...sales)
      expect(await run()).toBe(0)
    }
  test.each([
    ['with a plate that the driver added', leaves(reportedSale(ticket(), 10, { plate: ADDED }))],
    ['with another plate', leaves(reportedSale(ticket(), 10, { plate: 'XYZ9999' }))],
    [
      'with a card that is not of the loyalty',
      leaves(reportedSale(ticket(), 10, { cardNumber: '8899999999', plate: PLATE })),
    ],
    [
      'with a code that is not of the loyalty',
      leaves(reportedSale(ticket(), 10, { loyaltyCode: '69999999', plate: PLATE })),
    ],
    [
      'older than 30 days',
      leaves(
        reportedSale(ticket(), 10, {
          plate: PLATE,
          datetime: new Date(FIXED_DATE.getTime() - 30 * DAY_MS - 1000).toISOString(),
        }),
      ),
    ],
    [
      'on account',
      leaves(
        reportedSale(ticket(), 10, {
          plate: PLATE,
          payments: [{ means: 'account', amount: 76_880, rrn: '', lastFour: '' }],
        }),
      ),
    ],
  ])('leaves a sale %s', async (_what, left) => {
    expect(await change(left)).toBe(0)
  })

  test.each([
    ['another loyalty has the plate', 'null'],
    ['another loyalty had the plate after the sale', `'2026-09-06T12:30:00-03:00'`],
  ])('leaves a sale when %s by an approved request', async (_what, removedAt) => {
    const { client } = database
    const approve = `update membership_request set draft = jsonb_set(draft, '{vehicle,plate}', $1)
      where reference = (select request_reference from loyalty where code = '${OTHER}')`
    await client.query(approve, [`"${PLATE}"`])
    const { rows } = await client.query<{ id: string }>(
      `insert into vehicle select gen_random_uuid(), '${OTHER}', mark, '${PLATE}', fuel, ${removedAt}
      from vehicle limit 1 returning id`,
    )
    expect(await change(leaves(reportedSale(ticket(), 10, { plate: PLATE })))).toBe(0)
    // A plate that the other driver only typed does not count.
    await client.query(approve, ['"SCD5678"'])
    expect(await change(run)).toBe(30)
    await client.query(`delete from vehicle where id = '${rows[0]?.id}'`)
  })

  test('T12: of a late void and two matches at once each sale has one effect', async () => {
    const sales = Array.from({ length: 8 }, () => reportedSale(ticket(), 10, { plate: PLATE }))
    await report(...sales)
    const identities: string[] = []
    for (const sale of sales) identities.push(...(await identityOf(sale)))
    const [others, before] = [
      await balanceOf(database.db, OTHER),
      await balanceOf(database.db, ANA),
    ]
    await Promise.all([
      run(),
      match(OTHER, identities.slice(0, 4)),
      ...sales.slice(2, 6).map((sale) => report(voidOf(sale))),
      run(),
    ])
    await run()
    expect(await match(OTHER, identities)).toBe(0)
    const { rows } = await database.client.query<{ code: string; sales: number }>(
      `select loyalty_code as code, count(*)::int as sales from sale_event s
      where identity = any($1) and not exists (select from sale_event v where v.kind = 'void' and v.sale_identity = s.identity)
      group by 1`,
      [identities],
    )
    const of = (code: string) => rows.find((row) => row.code === code)?.sales ?? 0
    expect(of(ANA) + of(OTHER)).toBe(4)
    expect((await balanceOf(database.db, ANA)) - before).toBe(30 * of(ANA))
    // One point per litre of Super in the programme of the sponsor.
    expect((await balanceOf(database.db, OTHER)) - others).toBe(10 * of(OTHER))
    await assertInvariants()
  })

  test('T12: a match makes the debt of a sale on account, and gives nothing to an ended loyalty', async () => {
    const payments = [{ means: 'account' as const, amount: 76_880, rrn: '', lastFour: '' }]
    const [owed, left] = [reportedSale(ticket(), 10, { payments }), reportedSale(ticket(), 10)]
    await report(owed, left)
    expect(await match(OTHER, await identityOf(owed))).toBe(1)
    const { client } = database
    const { rows } = await client.query(
      `select amount::int, loyalty_code as code from debt join account_debt on debt_reference = reference
      where sale_identity = $1`,
      await identityOf(owed),
    )
    expect(rows).toEqual([{ amount: 76_880, code: OTHER }])
    await assertInvariants()
    await client.query(`update loyalty set ended_at = now() where code = '${OTHER}'`)
    expect(await match(OTHER, await identityOf(left))).toBeUndefined()
  })
})
