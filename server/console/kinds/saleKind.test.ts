import { describe, expect, test } from 'vitest'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { factOf, objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { cfe, reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { askedPayment, paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const ANA = '60000001'
const server = startForFile(startTestPaymentServer)
const ana = startForFile(() => server.as('ana'))
const till = startForFile(() => enrolTestTerminal(server, 'E004'))
const elena = startForFile(async () => objectSteps(await server.as('elena'), 'sale'))
const diego = startForFile(async () => objectSteps(await server.as('diego'), 'sale'))

const report = async (...items: ReportedItem[]) =>
  accepted(await till.call(reportSales, { items })).results
const only = async (text: string) => {
  const ids = await elena.found(text)
  expect(ids).toHaveLength(1)
  return ids[0] ?? ''
}

describe('sales in the console', () => {
  test('are listed once over all pages, and filtered by state, period and station', async () => {
    const voided = reportedSale('L3', 3)
    await report(
      reportedSale('L1', 1, { loyaltyCode: ANA }),
      reportedSale('L2', 2),
      voided,
      voidOf(voided),
    )
    const here = { station: 'e004' }
    const all = await elena.list(here)
    expect(await elena.paged(1, here)).toEqual(all.map(({ id }) => id))
    const stateOf = async (state: string) =>
      (await elena.list({ ...here, state, period: '20260906-20260906' })).map(
        ({ cells }) => cells[0]?.text,
      )
    expect(await stateOf('matched')).toContain('Ticket L1')
    expect(await stateOf('unmatched')).toContain('Ticket L2')
    expect(await stateOf('voided')).toEqual(['Ticket L3'])
    expect(await elena.list({ ...here, period: '20260905-20260905' })).toEqual([])
    expect(await elena.list({ station: 'E088' })).toEqual([])
    expect(all.find(({ cells }) => cells[0]?.text === 'Ticket L1')?.cells.slice(4)).toEqual([
      { text: ANA },
      { count: 3 },
      { text: 'Con afiliación', tone: 'good' },
    ])
  })

  test('are found by ticket, fiscal document and retrieval reference number, also of their return', async () => {
    const card = { means: 'credit', amount: 76_880, rrn: '123456789012', lastFour: '4242' } as const
    const sale = reportedSale('F1', 10, { cfe: cfe(10_177), loyaltyCode: ANA, payments: [card] })
    await report(sale, returnOf(sale, 'F2', 4))
    const id = await only('F1')
    for (const text of ['F2', 'A 10177', 'a10177', 'e-Ticket A 10177', '123456789012'])
      expect(await only(text)).toBe(id)
    const page = await diego.page(id)
    expect(page.title).toBe('e-Ticket A 10177')
    const [line] = rowsOf(page, 'Qué se vendió')
    expect(line?.slice(0, 6)).toEqual([
      { text: 'Super' },
      { millilitres: 10_000 },
      { cents: 7688, currency: '858' },
      { cents: 76_880, currency: '858' },
      { count: 30 },
      { count: 12 },
    ])
    expect(await only(line?.[6]?.text ?? '')).toBe(id)
    expect(rowsOf(page, 'Cómo se pagó')).toEqual([
      [
        { text: 'Crédito' },
        { cents: 76_880, currency: '858' },
        { text: '···· 4242' },
        { text: '123456789012' },
      ],
    ])
    expect(rowsOf(page, 'Anulaciones y devoluciones')[0]?.[3]?.cents).toBe(-4 * 7688)
    expect(factOf(page, 'Estación')?.link).toEqual({ kind: 'station', id: 'E004' })
    expect(page.timeline.map(({ title }) => title)).toContain('La caja informó una devolución')
    for (const text of ['A 99999999', '999999999999', "F1' or 1=1", '_', '.'])
      expect(await elena.found(text)).toEqual([])
  })

  test('mask the plate that the till typed, and are known by their identity alone', async () => {
    await report(reportedSale('M1', 1, { plate: 'ZZZ9876' }))
    const id = await only('M1')
    expect((await diego.page(id)).masked).toBe(false)
    const masked = await elena.page(id)
    expect(masked.masked).toBe(true)
    expect(factOf(masked, 'Matrícula en la caja')).toEqual({ text: '•••876' })
    expect(factOf(await elena.page(id, true), 'Matrícula en la caja')).toEqual({ text: 'ZZZ9876' })
    for (const unknown of ['', 'x', "' or 1=1", `void:E004:${id}`, `${id} `, '%'])
      expect(await elena.reasonOf(unknown)).toBe('not_found')
    accepted(await diego.act(id, 'note', { text: 'Revisada.' }))
    const notes = (await diego.page(id)).timeline.filter(({ title }) => title === 'Nota')
    expect(notes).toMatchObject([{ remark: 'Revisada.' }])
  })

  test('lead to the payment with the app', async () => {
    const steps = paymentSteps(server, till)
    const asked = askedPayment()
    const { code, rrn } = await steps.request(asked)
    await steps.pay(ana, await steps.open(ana, code))
    const paid = { means: 'other', amount: asked.amount, rrn, lastFour: '' } as const
    await report(reportedSale(asked.ticket, 10, { payments: [paid] }))
    const id = await only(rrn)
    for (const operator of [elena, diego])
      expect(factOf(await operator.page(id), 'Pago con la app')?.link?.kind).toBe('payment')
  })
})
