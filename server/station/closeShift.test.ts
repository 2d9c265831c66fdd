import { beforeAll, describe, expect, test } from 'vitest'
import { closeShift } from '#contract/station/closeShift.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { reportedSale, voidOf } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile({ checked: true })
let till: Awaited<ReturnType<typeof enrolTestTerminal>>
beforeAll(async () => {
  till = await enrolTestTerminal(server)
})

const TOTALS = {
  shift: 'S1',
  sales: 1,
  voids: 1,
  returns: 0,
  amounts: [
    { currency: '858' as const, amount: 76_880 },
    { currency: '840' as const, amount: 0 },
  ],
  quantities: [{ product: 'super' as const, millilitres: 10_000 }],
}

describe('closeShift', () => {
  test('T3: names what is missing, and closes when the totals are those of the items', async () => {
    const sale = reportedSale('1', 10, { shift: 'S1' })
    accepted(await till.call(reportSales, { items: [sale] }))
    expect(await till.call(closeShift, TOTALS)).toMatchObject({
      state: 'exception',
      differences: [{ total: 'voids', sent: 1, found: 0 }],
      items: [{ terminalId: till.id, kind: 'sale', ticket: '1' }],
    })
    accepted(await till.call(reportSales, { items: [voidOf(sale)] }))
    const closed = { state: 'closed', differences: [], items: [] }
    expect(await till.call(closeShift, TOTALS)).toMatchObject(closed)
    expect(await till.call(closeShift, { ...TOTALS, scope: 'station' })).toMatchObject(closed)
  })

  test.each([
    ['a shift that is no code', { shift: 'turno 1' }],
    ['no shift', { shift: undefined }],
    ['another scope', { scope: 'network' }],
    ['a negative count', { sales: -1 }],
    ['a fraction', { voids: 0.5 }],
    ['no count', { returns: null }],
    ['an unknown currency', { amounts: [{ currency: '978', amount: 1 }] }],
    ['a currency twice', { amounts: [TOTALS.amounts[0], TOTALS.amounts[0]] }],
    ['a negative amount', { amounts: [{ currency: '858', amount: -1 }] }],
    ['an unknown product', { quantities: [{ product: 'nafta', millilitres: 1 }] }],
    ['a product twice', { quantities: [TOTALS.quantities[0], TOTALS.quantities[0]] }],
  ])('refuses %s', async (_what, given) => {
    const { responseHeader } = await till.call(closeShift, { ...TOTALS, ...given } as never)
    expect(responseHeader).toMatchObject({ responseCode: '05', reason: 'invalid_request' })
  })
})
