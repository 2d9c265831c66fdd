import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { mailReceipt } from '#contract/user/mailReceipt.ts'
import { notifications } from '#contract/user/notifications.ts'
import { inTransaction } from '#db/core/connection.ts'
import { cfe, reportedSale, returnOf, superSold, voidOf } from '#testing/fixtures/reportedItems.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const loyaltyCode = '60000001'
const AUGUST = { loyaltyCode, dateFrom: '20260801000000', dateTo: '20260831235959' }
const SEPTEMBER = { loyaltyCode, dateFrom: '20260901000000', dateTo: '20260930235959' }
const server = testServerForFile({ checked: true })
const ana = startForFile(() => server.as('ana'))
const till = startForFile(() => enrolTestTerminal(server))
const report = async (...items: unknown[]) => accepted(await till.call(reportSales, { items }))
const sale = (ticket: string, given: object = {}) =>
  reportedSale(ticket, 10, { loyaltyCode, ...given })
const bought = async (ticket: string) => {
  const { movements: all } = accepted(await ana.call(movements, SEPTEMBER))
  return all.find((one) => one.sale?.ticket === ticket) ?? expect.fail(`no purchase ${ticket}`)
}
const statementOf = async (period: typeof AUGUST) =>
  accepted(await ana.call(accountStatus, period)).accountStatus

const mailOf = async (subject: string) =>
  (await server.mailsTo('ana@demo.surtidor.uy')).find((mail) => mail.subject === subject)

describe('a purchase that a till reported', () => {
  test('names its CFE, its ticket and when it was posted, as its receipt does', async () => {
    await report(sale('R1', { cfe: cfe(1_234_567) }), sale('R2'))
    const purchase = await bought('R1')
    expect(purchase).toMatchObject({
      datetime: '20260906120000',
      branchCode: 'E001',
      sale: {
        ticket: 'R1',
        cfe: { rut: '211234560019', type: 101, series: 'A', number: 1_234_567 },
        postedAt: '20260907120000',
      },
    })
    expect((await bought('R2')).sale).toEqual({ ticket: 'R2', postedAt: '20260907120000' })
    accepted(await ana.call(mailReceipt, { kind: 'movement', reference: purchase.rrn }))
    const mail = await mailOf('Comprobante de compra')
    for (const fact of [
      `Estación: ${purchase.branchName}`,
      'Fecha y hora: 06/09/2026 12:00',
      'CFE: e-Ticket A 1234567',
      'RUT emisor: 211234560019',
      'Ticket: R1',
    ])
      expect(mail?.text).toContain(`${fact}\n`)
  })

  test('says why it gave no points', async () => {
    const wash = { product: 'wash', millilitres: 0, unitPrice: 1, amount: 9_999 }
    const kerosene = { product: 'queroseno', millilitres: 900, unitPrice: 0, amount: 0 }
    await report(
      sale('Z1', { lines: [wash] }),
      sale('Z2', { lines: [wash], currency: '840' }),
      sale('Z3', { lines: [kerosene], loyaltyCode: '60000002' }),
      sale('Z4'),
    )
    const own = accepted(await ana.call(movements, SEPTEMBER)).movements
    const ride = { ...SEPTEMBER, loyaltyCode: '60000002' }
    const others = accepted(await ana.call(movements, ride)).movements
    const reasons = [...own, ...others]
      .filter((one) => one.sale?.ticket.startsWith('Z'))
      .map((one) => [one.sale?.ticket, one.noPoints])
    expect(Object.fromEntries(reasons)).toEqual({
      Z1: 'below_minimum',
      Z2: 'other_currency',
      Z3: 'no_rule',
      Z4: undefined,
    })
    expect(own.filter((one) => one.noPoints && one.points > 0)).toEqual([])
  })

  test('a void and a return are told with what they took, in the purchase and on its receipt', async () => {
    const [voided, returned] = [sale('V1'), sale('V2', { lines: [superSold(10), superSold(5)] })]
    await report(voided, returned, voidOf(voided), returnOf(returned, 'V3', 4))
    const purchase = await bought('V1')
    expect(purchase.sale?.reversal).toEqual({
      kind: 'void',
      datetime: '20260906121000',
      points: 30,
    })
    const { movements: all } = accepted(await ana.call(movements, SEPTEMBER))
    const lines = all.filter((one) => one.sale?.ticket === 'V2')
    const taken = lines.map(({ millilitres, sale }) => [millilitres, sale?.reversal?.points])
    expect(new Map(taken as [number, number][])).toEqual(
      new Map([
        [5000, undefined],
        [10_000, 12],
      ]),
    )
    accepted(await ana.call(mailReceipt, { kind: 'movement', reference: purchase.rrn }))
    const mail = await mailOf('Comprobante de compra (anulada)')
    expect(mail?.text).toContain('La estación anuló tu compra del 06/09: se descontaron 30 puntos.')
    expect(mail?.text).toContain('Total anulado: ')
  })
})

describe('the notification of a void or a return', () => {
  test('says it in one sentence, once, and leads to the purchase', async () => {
    const [voided, returned] = [sale('told-1'), sale('told-2')]
    const kerosene = { product: 'queroseno', millilitres: 10, unitPrice: 100, amount: 1 }
    const worthless = sale('told-4', { lines: [kerosene] })
    const first = sale('told-5')
    const items = [voided, voidOf(voided), returned, returnOf(returned, 'told-3', 10)]
    await report(...items, worthless, voidOf(worthless), voidOf(first), first)
    await report(...items, sale('told-6', { loyaltyCode: '' }))
    const { movements: all } = accepted(await ana.call(movements, SEPTEMBER))
    const links = all
      .filter((one) => one.sale?.ticket.startsWith('told'))
      .map(({ rrn }) => `/#/movements?rrn=${rrn}`)
    const told = accepted(await ana.call(notifications, {})).notifications
    const ofTest = told.filter(({ url }) => links.includes(url))
    expect(ofTest.map(({ title, text }) => [title, text]).toSorted()).toEqual([
      ['Anulación en Estación Ombú', 'La estación anuló tu compra del 06/09.'],
      [
        'Anulación en Estación Ombú',
        'La estación anuló tu compra del 06/09: se descontaron 30 puntos.',
      ],
      [
        'Devolución en Estación Ombú',
        'La estación registró una devolución de tu compra del 06/09: se descontaron 30 puntos.',
      ],
    ])
    expect(ofTest.map(({ type, read }) => [type, read])).toEqual(ofTest.map(() => [4, 'false']))
    expect(new Set(ofTest.map(({ url }) => url)).size).toBe(3)
  })
})

describe('T6: a statement that was shown', () => {
  let closed: Awaited<ReturnType<typeof statementOf>>
  beforeAll(async () => {
    closed = await statementOf(AUGUST)
  })

  test('is not changed by a batch of its days that comes late, nor by the void of it', async () => {
    const late = sale('L1', { datetime: '2026-08-20T09:30:00-03:00' })
    const before = await statementOf(SEPTEMBER)
    await report(late)
    expect(await statementOf(AUGUST)).toEqual(closed)
    const [line, ...others] = (await statementOf(SEPTEMBER)).movements
    expect(others).toEqual(before.movements)
    expect(line).toMatchObject({
      datetime: '20260907120000',
      saleDatetime: '20260820093000',
      points: 30,
    })
    const litres = ({ discounts }: typeof before) =>
      discounts
        .filter(({ month, product }) => month === '202609' && product === 'super')
        .reduce((sum, { millilitres }) => sum + millilitres, 0)
    expect(litres(await statementOf(SEPTEMBER)) - litres(before)).toBe(10_000)

    server.wait(1000)
    await report(voidOf(late))
    expect(await statementOf(AUGUST)).toEqual(closed)
    const [taken] = (await statementOf(SEPTEMBER)).movements
    expect(taken).toMatchObject({ points: -30, saleDatetime: '20260820093000' })
  })

  test('of one station shows the date of the sale, too', async () => {
    const { accountStatus: state } = accepted(
      await ana.call(accountStatus, { ...SEPTEMBER, branchCode: 'E001' }),
    )
    expect(state.movements.map(({ saleDatetime }) => saleDatetime)).toContain('20260820093000')
  })
})

describe('the void of a purchase whose points were spent', () => {
  test('tells how many are missing, and the loyalty shows them', async () => {
    const sold = sale('spent', { loyaltyCode: '60000002' })
    await report(sold)
    server.wait(3 * DAY_MS)
    const ride = async () => {
      const { loyalties: all } = accepted(await ana.call(loyalties, {}))
      return all.find((one) => one.loyaltyCode === '60000002') ?? expect.fail('no loyalty')
    }
    const { points } = await ride()
    const now = server.context.now()
    await inTransaction(server.context.db, (tx) =>
      spendPoints(tx, { loyaltyCode: '60000002', points, at: now }),
    )
    const { points: given } = (await report(sold)).results[0] ?? {}
    await report(voidOf(sold))
    expect(await ride()).toMatchObject({ points: 0, spendablePoints: 0, shortfall: given })
    const [told] = accepted(await ana.call(notifications, {})).notifications
    expect(told?.text).toBe(
      `La estación anuló tu compra del 06/09: se descontaron ${given} puntos. Te faltan ${given} puntos: los descontamos de tus próximas cargas.`,
    )
  })
})
