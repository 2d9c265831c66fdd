import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { toStamp } from '#contract/dates.ts'
import type { StatementLine } from '#contract/entities/movement.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const NO_POINTS = { earned: 0, redeemed: 0, reversed: 0, other: 0 }
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
    const { earned = 0, redeemed = 0, reversed = 0, other = 0 } = state.pointTotals ?? {}
    expect(earned + redeemed + reversed + other).toBe(state.closingPoints)
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
    expect(ofBranch.pointTotals).toEqual({
      earned: ofBranch.closingPoints,
      redeemed: 0,
      reversed: 0,
      other: 0,
    })
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
