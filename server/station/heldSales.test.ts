import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ReportedSale } from '#contract/entities/reportedItem.ts'
import { claimPurchase } from '#contract/loyalty/claimPurchase.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { cfe, cfeOfOther, reportedSale, superSold } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const [ANA, DRIVER] = ['60000001', '60100001']
const server = testServerForFile({ checked: true })
const people = startForFile(async () => ({
  till: await enrolTestTerminal(server),
  ana: await server.as('ana'),
  elena: objectSteps(await server.as('elena'), 'exception'),
}))
const report = async (...items: ReportedSale[]) =>
  accepted(await people.till.call(reportSales, { items })).results
const balance = () => balanceOf(server.context.db, ANA)
const part = (amount: number) => ({ means: 'cash' as const, amount, rrn: '', lastFour: '' })
const food = {
  product: 'store' as const,
  millilitres: 0,
  unitPrice: 10_000_001,
  amount: 10_000_001,
}

/** 60 lines of 9,999 litres, whose payments add up. */
const TANKS = {
  lines: Array.from({ length: 60 }, () => superSold(9999)),
  payments: Array.from({ length: 10 }, () => part(6 * 9999 * 7688)),
}
let tickets = 0

describe('a sale beyond the bounds of its programme', () => {
  test.each([
    ['more than a tank', TANKS, 'litros'],
    ['more than a purchase', { lines: [food] }, 'importe'],
    ['payments of one cent', { payments: [part(1)] }, 'pagos'],
    ['payments that lack two pesos', { payments: [part(76_000), part(680)] }, 'pagos'],
  ])('is stored, and its points wait for an operator: %s', async (_title, given, why) => {
    const before = await balance()
    const sale = reportedSale(`H${(tickets += 1)}`, 10, { loyaltyCode: ANA, ...given })
    expect(await report(sale)).toEqual([{ result: 'unmatched' }])
    expect(await report(sale)).toEqual([{ result: 'duplicate', first: 'unmatched' }])
    expect(await balance()).toBe(before)
    const [row] = await people.elena.list({ reason: 'held' })
    const page = await people.elena.page(row?.id ?? '')
    expect(page.title).toBe('Venta fuera de lo común')
    expect(factOf(page, 'Por qué espera')?.text).toContain(why)
    const remark = 'Lo confirmó la estación.'
    accepted(await people.elena.act(row?.id ?? '', 'link', { loyaltyCode: ANA, remark }))
    expect(await balance()).toBeGreaterThan(before)
    expect(await people.elena.list({ reason: 'held' })).toEqual([])
  })

  test('is one with the document of another issuer, also without a member', async () => {
    for (const [ticket, loyaltyCode] of [
      ['I1', ANA],
      ['I2', ''],
    ] as const) {
      const sale = reportedSale(ticket, 10, {
        loyaltyCode,
        cfe: cfeOfOther(Number(ticket.slice(1))),
      })
      const before = await balance()
      expect(await report(sale)).toEqual([{ result: 'unmatched' }])
      const [row] = await people.elena.list({ reason: 'held' })
      expect(row?.cells.map(({ text }) => text)).toContain(`e-Ticket A ${ticket.slice(1)}`)
      const page = await people.elena.page(row?.id ?? '')
      expect(factOf(page, 'Por qué espera')?.text).toContain('RUT')
      expect(page.groups[1]?.title).toBe('Lo que informó el emisor')
      expect(page.groups[1]?.facts[0]?.value.text).toBe('La estación no la informó')
      expect(factOf(page, 'RUT emisor')?.text).toBe('213456000016')
      expect(await balance()).toBe(before)
      const remark = 'Es de la misma empresa.'
      if (loyaltyCode)
        accepted(await people.elena.act(row?.id ?? '', 'link', { loyaltyCode, remark }))
      else accepted(await people.elena.act(row?.id ?? '', 'close', { reason: 'no_member', remark }))
      expect(await people.elena.list({ reason: 'held' })).toEqual([])
      expect((await balance()) - before).toBe(loyaltyCode ? 30 : 0)
    }
  })

  test('is one of too many of a member on a day, in one batch or in several, and not on the next day', async () => {
    const tank = (ticket: string, day = 5) =>
      reportedSale(ticket, 10, {
        loyaltyCode: ANA,
        datetime: `2026-09-0${day}T23:00:00-03:00`,
      })
    const batch = Array.from({ length: 300 }, (_, place) => tank(`D${place}`))
    const countOf = (results: Awaited<ReturnType<typeof report>>) =>
      results.filter(({ result }) => result === 'accepted').length
    const before = await balance()
    expect(countOf(await report(...batch.slice(0, 4)))).toBe(4)
    expect(countOf(await report(...batch.slice(4)))).toBe(6)
    expect(countOf(await report(tank('E1'), tank('E2', 4)))).toBe(1)
    expect((await balance()) - before).toBe(11 * 30)
    const large = (ticket: string) => ({ ...tank(ticket, 3), lines: [superSold(700)] })
    const paid = (sale: ReportedSale) => ({ ...sale, payments: [part(700 * 7688)] })
    expect(countOf(await report(paid(large('F1')), paid(large('F2'))))).toBe(1)
  })

  test('is not given by its receipt, but left to an operator', async () => {
    const document = { ...cfe(7001), securityCode: 'x7Kd2M' }
    const lines = [superSold(9999)]
    await report({ ...reportedSale('R1', 9999, { lines }), cfe: document })
    await server.context.db.execute(sql`delete from rate_limit`)
    const receipt = { ...document, amount: 9999 * 7688, date: '20260906' }
    const { claim } = accepted(await people.ana.call(claimPurchase, { loyaltyCode: ANA, receipt }))
    expect(claim.state).toBe('operator')
  })

  test('is none when cash is rounded to pesos', async () => {
    const rounded = { loyaltyCode: DRIVER, payments: [part(76_800)] }
    expect(await report(reportedSale('O2', 10, rounded))).toMatchObject([{ result: 'accepted' }])
  })

  test('does not hold the sales of another member', async () => {
    expect(await report(reportedSale('O1', 10, { loyaltyCode: DRIVER }))).toMatchObject([
      { result: 'accepted' },
    ])
  })
})
