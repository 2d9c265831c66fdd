import fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, toDate } from '#contract/dates.ts'
import type { ReportedItem, ReportedSale } from '#contract/entities/reportedItem.ts'
import type { Sum } from '#contract/money.ts'
import { monthReport, REPORT_ROWS, type ReportRows } from '#contract/operator/monthReport.ts'
import { readMonth } from '#db/console/monthReport.ts'
import { inTransaction } from '#db/core/connection.ts'
import { createRrnGenerator } from '#db/core/rrn.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { processExpirations } from '#db/loyalty/expirations.ts'
import { balanceOf, post } from '#db/loyalty/pointsLedger.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { reportedSale, returnOf, superSold, voidOf } from '#testing/fixtures/reportedItems.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { noJobs } from '#testing/harness/jobSteps.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'

const server = testServerForFile()
let elena: Person
let tills: ReportingTerminal[]
/** Loyalties in force of both programmes. */
let members: string[]
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  elena = await server.as('elena')
  tills = await insertTills(server.owner)
  report = reporter(server.context.db)
  const { rows } = await server.owner.query<{ code: string }>(
    `(select code from loyalty where ended_at is null and programme = 'surtidor' order by code limit 2)
    union all (select code from loyalty where ended_at is null and programme = 'uber' order by code limit 1)`,
  )
  members = rows.map(({ code }) => code)
})

const reportOf = async (month: string, by: ReportRows, who = elena) =>
  accepted(await who.call(monthReport, { month, by }))
type Figures = Awaited<ReturnType<typeof reportOf>>['total']
const monthOf = (at: Date) => toDate(at).slice(0, 6)
const monthNow = () => monthOf(server.context.now())
const centsOf = (sums: readonly Sum[] | null) =>
  Object.fromEntries((sums ?? []).map(({ currency, cents }) => [currency, cents]))

/** The kind of an event that a member's own statement has it under. */
const KINDS: Record<string, 'earned' | 'reversed' | 'redeemed' | 'expired' | 'other'> = {
  sale: 'earned',
  payment: 'earned',
  redemption: 'redeemed',
  giveBack: 'redeemed',
  reversal: 'reversed',
  shortfall: 'reversed',
  setOff: 'reversed',
  expiry: 'expired',
  expiration: 'expired',
  adjustment: 'other',
  transfer: 'other',
}
const NO_POINTS = { earned: 0, reversed: 0, redeemed: 0, expired: 0, other: 0, owed: 0 }
const KIND_NAMES = Object.keys(NO_POINTS) as (keyof typeof NO_POINTS)[]
const pointsOf = (figures: Figures) =>
  Object.fromEntries(KIND_NAMES.map((name) => [name, figures[name]]))

/** The points of each month and programme by the entries of the members, which no report reads. */
async function pointsByMonth() {
  const { rows } = await server.owner.query<{
    at: Date
    points: string
    event: string
    programme: string
  }>(
    `select e.at, e.points, t.event, l.programme from ledger_entry e
    join ledger_transaction t on t.id = e.transaction_id join ledger_account a on a.id = e.account_id
    join loyalty l on l.code in (a.loyalty_code, a.shortfall_of) order by e.at`,
  )
  const months = new Map<string, Map<string, typeof NO_POINTS>>()
  const owed = new Map<string, number>()
  for (const { at, points, event, programme } of rows) {
    const month = months.get(monthOf(at)) ?? new Map<string, typeof NO_POINTS>()
    months.set(monthOf(at), month)
    const kind = KINDS[event]
    if (!kind) throw new Error(`no kind has the event ${event}`)
    owed.set(programme, (owed.get(programme) ?? 0) + Number(points))
    const sums = month.get(programme) ?? { ...NO_POINTS }
    month.set(programme, { ...sums, [kind]: sums[kind] + Number(points) })
    for (const [code, points] of owed)
      month.set(code, { ...(month.get(code) ?? NO_POINTS), owed: points })
  }
  return months
}

/** What may happen to the points of a member. */
type Step = [what: 'sell' | 'void' | 'return' | 'spend' | 'adjust' | 'wait', size: number]
const sold: ReportedSale[] = []
let tickets = 0

async function take([what, size]: Step): Promise<void> {
  const { now, db } = server.context
  const loyaltyCode = members[size % members.length] ?? ''
  const sale = sold[size % Math.max(1, sold.length)]
  const send = async (item: ReportedItem) => report(tills[0], [item], now())
  if (what === 'wait') server.wait(size * DAY_MS)
  if (what === 'sell') {
    const datetime = now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
    const made = reportedSale(`M${(tickets += 1)}`, size, { loyaltyCode, datetime })
    sold.push(made)
    await send(made)
  }
  if (what === 'void' && sale) await send(voidOf(sale, { datetime: now().toISOString() }))
  if (what === 'return' && sale)
    await send(returnOf(sale, `R${(tickets += 1)}`, 1, { datetime: sale.datetime }))
  if (what === 'spend') {
    const points = Math.ceil((await balanceOf(db, loyaltyCode)) / (1 + (size % 2)))
    const spend = { loyaltyCode, points, at: now() }
    // Pending points cannot be spent.
    await inTransaction(db, (tx) => spendPoints(tx, spend)).catch(() => {})
  }
  if (what === 'adjust') {
    const id = uuidOf(`adjustment of the test ${(tickets += 1)}`)
    const points = Math.max(size - 30, -(await balanceOf(db, loyaltyCode)))
    const posting = { id, event: 'adjustment' as const, eventId: id, loyaltyCode, points }
    await inTransaction(db, (tx) =>
      post(tx, { ...posting, concept: 'Ajuste', rrn: '000000000001', at: now() }),
    )
  }
}

describe('monthReport', () => {
  test('counts the sales that stand, without what was returned, and a sale of two products in each', async () => {
    const [before, beforeByProduct] = [
      await reportOf(monthNow(), 'station'),
      await reportOf(monthNow(), 'product'),
    ]
    const datetime = server.context
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
    const store = { product: 'store' as const, millilitres: 0, unitPrice: 5_000, amount: 5_000 }
    const two = reportedSale('two', 10, { datetime, lines: [superSold(10), store] })
    const voided = reportedSale('voided', 20, { datetime })
    const items = [
      two,
      voided,
      voidOf(voided, { datetime }),
      returnOf(two, 'back', 4, { datetime }),
    ]
    await report(tills[2], items, server.context.now())
    const after = await reportOf(monthNow(), 'station')
    const code = tills[2]?.branchCode ?? ''
    const gainOf = (name: 'sales' | 'millilitres') =>
      (after.rows.find(({ id }) => id === code)?.[name] ?? 0) -
      (before.rows.find(({ id }) => id === code)?.[name] ?? 0)
    expect([gainOf('sales'), gainOf('millilitres')]).toEqual([1, 6_000])
    const gained = (centsOf(after.total.sold)[858] ?? 0) - (centsOf(before.total.sold)[858] ?? 0)
    expect(gained).toBe(6 * 7_688 + 5_000)
    const { total, rows } = await reportOf(monthNow(), 'product')
    expect(total.sales - beforeByProduct.total.sales).toBe(2)
    expect(rows.map(({ name }) => name)).toContain('Tienda')
  })

  test('has each charge in its month, and what was given back of it', async () => {
    const { rows } = await server.owner.query<{
      at: Date
      currency: string
      cents: string
      back: string
    }>(`select charged_at as at, currency, amount as cents,
      case when state = 'PAID' then refunded_amount else amount end as back
      from payment_attempt where charged_at is not null`)
    const months = new Set(rows.map(({ at }) => monthOf(at)))
    expect(rows.some(({ back }) => back !== '0')).toBe(true)
    for (const month of months) {
      const sums = { paid: {}, refunded: {} } as Record<string, Record<string, number>>
      for (const { currency, cents, back } of rows.filter(({ at }) => monthOf(at) === month))
        for (const [name, of] of Object.entries({ paid: +cents, refunded: +back }))
          if (of > 0) sums[name] = { ...sums[name], [currency]: (sums[name]?.[currency] ?? 0) + of }
      const { paid, refunded } = (await reportOf(month, 'station')).total
      expect({ paid: centsOf(paid), refunded: centsOf(refunded) }, month).toEqual(sums)
    }
  })

  test('shows an operator who is bound to a station what happened there, and owes nothing', async () => {
    const branchCode = tills[0]?.branchCode ?? ''
    await server.owner.query(
      `insert into operator_station select id, $1 from person where email = 'diego@demo.surtidor.uy'`,
      [branchCode],
    )
    const diego = await server.as('diego')
    const months = [...(await pointsByMonth()).keys()].slice(-8)
    let points = 0
    for (const month of months) {
      const all = await reportOf(month, 'station')
      const own = await reportOf(month, 'station', diego)
      expect(own.rows).toEqual(all.rows.filter(({ id }) => id === branchCode))
      const { rows, total } = await reportOf(month, 'programme', diego)
      const { sales, earned, sold: amounts } = own.total
      expect(total).toMatchObject({ sales, earned, sold: amounts, expired: null, owed: null })
      expect((await reportOf(month, 'product', diego)).total.earned).toBe(earned)
      for (const row of rows) expect(row).toMatchObject({ other: null, owed: null })
      points += earned
    }
    expect(points).toBeGreaterThan(0)
  })

  test('refuses a sponsor, a driver, and a month that is none, to come, or long ago', async () => {
    const reasonOf = async (who: Person, month: string) =>
      (await who.call(monthReport, { month, by: 'station' })).responseHeader
    for (const name of ['carla', 'ana'])
      expect((await reasonOf(await server.as(name), monthNow())).reason).toBe('role_missing')
    for (const month of ['', '202613', '1', '209901', '201001'])
      expect((await reasonOf(elena, month)).reason, month).toBe('invalid_request')
    expect((await reasonOf(elena, '209901')).responseDescription).toBe('Ese mes todavía no empezó.')
  })

  test('ends in statements of an hour at the least, however long each takes', async () => {
    const { db, now } = server.context
    const from = new Date(now().getTime() - 4 * DAY_MS)
    let time = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 60_000))
    onTestFinished(() => clock.mockRestore())
    let statements = 0
    const proceed = () => {
      statements += 1
      if (statements > 2 * 4 * 24) throw new Error('The report does not end')
    }
    const which = { of: 'product', scope: { isAdministrator: true, stations: null } } as const
    await readMonth(db, which, { from, until: now(), now: now() }, () => {}, proceed)
    expect(statements).toBeGreaterThan(2 * 24)
  })

  test('agrees with the ledger to the point in every month and by all rows, whatever happened', async () => {
    const step = fc.tuple(
      fc.constantFrom<Step[0]>('sell', 'sell', 'void', 'return', 'spend', 'adjust', 'wait'),
      fc.integer({ min: 2, max: 60 }),
    )
    // A void of points that were spent is among them.
    const spent: Step[] = [
      ['sell', 30],
      ['wait', 2],
      ['spend', 30],
      ['void', 0],
      ['sell', 6],
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        for (const one of [...spent, ...steps]) await take(one)
        const nextRrn = () => createRrnGenerator(server.context.db).next()
        await processExpirations(server.context.db, server.context.now(), { nextRrn, jobs: noJobs })
        elena = await server.as('elena')
        const months = await pointsByMonth()
        for (const [month, expected] of months) {
          const { rows, total } = await reportOf(month, 'programme')
          for (const row of rows.filter(({ id }) => id !== ''))
            expect(pointsOf(row), `${row.id} in ${month}`).toEqual(
              expected.get(row.id) ?? NO_POINTS,
            )
          const sum = (name: keyof typeof NO_POINTS) =>
            [...expected.values()].reduce((all, one) => all + one[name], 0)
          expect(total).toMatchObject({ earned: sum('earned'), owed: sum('owed') })
        }
        const { rows } = await server.owner.query<{ owed: string }>(
          'select sum(balance) as owed from ledger_account',
        )
        expect((await reportOf(monthNow(), 'programme')).total.owed).toBe(Number(rows[0]?.owed))
        for (const month of [...months.keys()].slice(-3)) {
          const [station, programme, product] = await Promise.all(
            REPORT_ROWS.map(async (by) => (await reportOf(month, by)).total),
          )
          const none = { expired: null, other: null, owed: null }
          expect(station).toEqual({ ...programme, ...none })
          const ofStations = { redeemed: null, paid: null, refunded: null }
          expect(product).toEqual({ ...station, ...ofStations, sales: product?.sales })
        }
        server.wait(DAY_MS)
      }),
      // Points expire, and an adjustment is made, whatever is drawn.
      {
        numRuns: 3,
        examples: [
          [
            [
              ['sell', 20],
              ['wait', 800],
              ['adjust', 45],
            ],
          ],
        ],
      },
    )
    const kinds = [...(await pointsByMonth()).values()].flatMap((month) => [...month.values()])
    for (const kind of ['earned', 'reversed', 'redeemed', 'expired', 'other'] as const)
      expect(
        kinds.some((one) => one[kind] !== 0),
        kind,
      ).toBe(true)
  })
})
