import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { toStamp } from '#contract/dates.ts'
import type { AccountState, StatementLine } from '#contract/entities/movement.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { balanceOf, post } from '#db/loyalty/pointsLedger.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const NO_POINTS = { earned: 0, redeemed: 0, reversed: 0, expired: 0, other: 0 }
const ALWAYS = { dateFrom: '20240101000000', dateTo: '20270101235959' }
let loyaltyCode: string
let points: number
const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))
beforeAll(async () => {
  const [first] = (await ana.call(loyalties, {})).loyalties
  loyaltyCode = first?.loyaltyCode ?? ''
  points = first?.points ?? -1
})

/** All points of a statement by kind. */
const sumOf = ({ pointTotals = NO_POINTS }: AccountState) =>
  Object.values(pointTotals).reduce<number>((sum, points = 0) => sum + points, 0)

describe('accountStatus', () => {
  test('opens at 0 and closes at the current points; each line carries the balance after it', async () => {
    const { accountStatus: state } = await ana.call(accountStatus, { loyaltyCode, ...ALWAYS })
    expect(state.openingPoints).toBe(0)
    expect(state.closingPoints).toBe(points)
    let balance = 0
    for (const line of state.movements.toReversed()) {
      balance += line.points
      expect(line.balance).toBe(balance)
      expect(line.balance).toBeGreaterThanOrEqual(0)
    }
    expect(state.movements.some((line) => line.points < 0)).toBe(true)
  })

  test('the points by kind make up the difference of the period, of all stations and of one', async () => {
    const { accountStatus: state } = await ana.call(accountStatus, { loyaltyCode, ...ALWAYS })
    expect(sumOf(state)).toBe(state.closingPoints)
    const { redeemed = 0, reversed = 0, other = 0 } = state.pointTotals ?? {}
    const sum = (concept: RegExp) =>
      state.movements
        .filter((line) => concept.test(line.concept))
        .reduce((total, line) => total + line.points, 0)
    const undone = /^(Anulación|Devolución) de /
    expect({ redeemed, reversed, other }).toEqual({
      redeemed: sum(/^Canje/),
      reversed: sum(undone),
      other: 0,
    })
    expect([redeemed, reversed].every((taken) => taken < 0)).toBe(true)
    const { movements: bought } = await ana.call(movements, { loyaltyCode, ...ALWAYS })
    const { accountStatus: ofBranch } = await ana.call(accountStatus, {
      loyaltyCode,
      branchCode: bought[0]?.branchCode ?? '',
      ...ALWAYS,
    })
    expect(ofBranch.pointTotals).toEqual({ ...NO_POINTS, earned: ofBranch.closingPoints })
  })

  test('each event has its total, and the totals of any range make up its difference', async () => {
    const TOTALS = {
      sale: 'earned',
      payment: 'earned',
      redemption: 'redeemed',
      giveBack: 'redeemed',
      reversal: 'reversed',
      expiry: 'expired',
      adjustment: 'other',
    } as const
    const events = fc.array(
      fc.record({
        event: fc.constantFrom(...(Object.keys(TOTALS) as (keyof typeof TOTALS)[])),
        points: fc.integer({ min: 1, max: 500 }),
        isGiven: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    const range = fc.tuple(fc.nat(11), fc.nat(11))
    const UBER = '60000002'
    let minute = Date.UTC(2027, 0, 1) / 60_000
    await fc.assert(
      fc.asyncProperty(events, range, async (given, [one, other]) => {
        const start = ++minute
        const posted: { minute: number; event: keyof typeof TOTALS; points: number }[] = []
        await server.context.db.transaction(async (tx) => {
          for (const { event, points: wanted, isGiven } of given) {
            minute += 1
            const gives =
              event === 'adjustment' ? isGiven : ['sale', 'payment', 'giveBack'].includes(event)
            const points = gives ? wanted : -Math.min(wanted, await balanceOf(tx, UBER))
            const id = randomUUID()
            const line = { concept: 'Prueba', rrn: '000000000001', at: new Date(minute * 60_000) }
            await post(tx, { id, event, eventId: id, loyaltyCode: UBER, points, ...line })
            posted.push({ minute, event, points })
          }
        })
        const [from, to] = [start + Math.min(one, other), start + Math.max(one, other)]
        const { accountStatus: state } = await ana.call(accountStatus, {
          loyaltyCode: UBER,
          dateFrom: toStamp(new Date(from * 60_000)),
          dateTo: toStamp(new Date(to * 60_000)),
        })
        const expected = { ...NO_POINTS }
        for (const { minute: at, event, points } of posted)
          if (at >= from && at <= to) expected[TOTALS[event]] += points
        expect(state.pointTotals).toEqual(expected)
        expect(sumOf(state)).toBe(state.closingPoints - state.openingPoints)
      }),
      { numRuns: 25 },
    )
  })

  test('L10: opening plus lines equals closing for any range, and adjacent ranges chain', async () => {
    const second = fc.integer({
      min: Date.UTC(2025, 0, 1) / 1000,
      max: Date.UTC(2026, 9, 1) / 1000,
    })
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(second, { minLength: 3, maxLength: 3 }), async (seconds) => {
        const [a, b, c] = seconds
          .toSorted((one, other) => one - other)
          .map((instant) => new Date(instant * 1000)) as [Date, Date, Date]
        const state = async (from: Date, to: Date) =>
          (
            await ana.call(accountStatus, {
              loyaltyCode,
              dateFrom: toStamp(from),
              dateTo: toStamp(to),
            })
          ).accountStatus
        const first = await state(a, new Date(b.getTime() - 1000))
        const second = await state(b, c)
        const sum = (lines: StatementLine[]) =>
          lines.reduce((total, line) => total + line.points, 0)
        expect(first.openingPoints + sum(first.movements)).toBe(first.closingPoints)
        expect(second.openingPoints).toBe(first.closingPoints)
        expect(sumOf(first)).toBe(first.closingPoints - first.openingPoints)
        expect(second.openingPoints + sum(second.movements)).toBe(second.closingPoints)
      }),
      { numRuns: 25 },
    )
  })

  test('sums the purchases by month and product', async () => {
    const { accountStatus: state } = await ana.call(accountStatus, { loyaltyCode, ...ALWAYS })
    const { movements: bought } = await ana.call(movements, { loyaltyCode, ...ALWAYS })
    for (const cell of state.discounts) {
      const inCell = bought.filter(
        (one) =>
          one.datetime.startsWith(cell.month) &&
          one.product === cell.product &&
          one.currency === '858',
      )
      const sum = (pick: (one: (typeof bought)[number]) => number) =>
        inCell.reduce((total, one) => total + pick(one), 0)
      expect(cell).toMatchObject({
        millilitres: sum((one) => one.millilitres),
        amount: sum((one) => one.amount),
        discount: sum((one) => one.discount),
      })
    }
    expect(state.discounts.length).toBeGreaterThan(12)
  })

  test('pages chain without a gap or an overlap', async () => {
    const whole = await ana.call(accountStatus, { loyaltyCode, ...ALWAYS })
    const chained: StatementLine[] = []
    let after = ''
    do {
      const page = await ana.call(accountStatus, { loyaltyCode, ...ALWAYS, count: 7, after })
      chained.push(...page.accountStatus.movements)
      expect(page.accountStatus.closingPoints).toBe(points)
      after = page.next
    } while (after !== '')
    expect(chained).toEqual(whole.accountStatus.movements)
  })

  test('a branch code narrows all of it to the purchases that movements lists', async () => {
    const { movements: all } = await ana.call(movements, { loyaltyCode, ...ALWAYS })
    const branchCode = all[0]?.branchCode ?? ''
    const middle = all[Math.floor(all.length / 2)]?.datetime ?? ''
    const period = { dateFrom: middle, dateTo: ALWAYS.dateTo }
    const ofBranch = { loyaltyCode, ...period, branchCode }
    const { movements: there } = await ana.call(movements, ofBranch)
    const { accountStatus: state } = await ana.call(accountStatus, ofBranch)
    const sum = (items: readonly { points: number }[]) =>
      items.reduce((total, { points }) => total + points, 0)
    const before = all.filter((one) => one.branchCode === branchCode && one.datetime < middle)
    expect(there.length).toBeGreaterThan(0)
    expect(before.length).toBeGreaterThan(0)
    expect(state.movements.map(({ rrn, points }) => [rrn, points]).toSorted()).toEqual(
      there
        .filter(({ points }) => points !== 0)
        .map(({ rrn, points }) => [rrn, points])
        .toSorted(),
    )
    expect(state.openingPoints).toBe(sum(before))
    expect(state.closingPoints).toBe(sum(before) + sum(there))
    expect(state.movements[0]?.balance).toBe(state.closingPoints)
    expect(sum(state.discounts)).toBe(sum(there.filter(({ currency }) => currency === '858')))
    const pages: StatementLine[] = []
    let after = ''
    do {
      const page = await ana.call(accountStatus, { ...ofBranch, count: 3, after })
      pages.push(...page.accountStatus.movements)
      after = page.next
    } while (after !== '')
    expect(pages).toEqual(state.movements)
  })

  test('a branch code that does not exist gives an empty statement, as movements an empty list', async () => {
    const nowhere = { loyaltyCode, ...ALWAYS, branchCode: 'NO-EXISTE' }
    expect((await ana.call(movements, nowhere)).movements).toEqual([])
    expect((await ana.call(accountStatus, nowhere)).accountStatus).toEqual({
      openingPoints: 0,
      closingPoints: 0,
      pointTotals: NO_POINTS,
      discounts: [],
      movements: [],
    })
  })

  test('is empty without a loyalty', async () => {
    const fede = await server.as('fede')
    const own = await fede.call(accountStatus, { loyaltyCode: '', ...ALWAYS })
    expect(own.accountStatus).toEqual({
      openingPoints: 0,
      closingPoints: 0,
      pointTotals: NO_POINTS,
      discounts: [],
      movements: [],
    })
  })

  test('a cursor with too large a number causes no error', async () => {
    const answer = await ana.call(accountStatus, {
      loyaltyCode,
      ...ALWAYS,
      after: '1788793200000.999999999999',
    })
    expect(answer.status).toBe(200)
  })
})
