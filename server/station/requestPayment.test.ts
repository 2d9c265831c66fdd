import { describe, expect, test } from 'vitest'
import { movements } from '#contract/financial/movements.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { requestPayment } from '#contract/station/requestPayment.ts'
import { mailReceipt } from '#contract/user/mailReceipt.ts'
import { cfe, reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { askedPayment, paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = startForFile(startTestPaymentServer)
const till = startForFile(() => enrolTestTerminal(server))
const ana = startForFile(() => server.as('ana'))
const steps = paymentSteps(server, till)

describe('requestPayment', () => {
  test('answers a repeat with the same request, and refuses other content', async () => {
    const asking = askedPayment()
    const first = await steps.request(asking)
    expect(first.qr).toBe(`${server.context.config.publicUrl}/#/readScann?payment=${first.code}`)
    expect(await steps.request(asking)).toEqual(first)
    const other = await till.call(requestPayment, { ...asking, ticket: 'OTHER' })
    expect(other.responseHeader).toMatchObject({ responseCode: '05', reason: 'reference_reused' })
  })

  test('the sale that is reported with its number is the payer’s, and both receipts name each other', async () => {
    const { code, rrn, reference } = await steps.request()
    const token = await steps.open(ana, code)
    const { id = '' } = await steps.pay(ana, token)
    const sold = reportedSale('P1', 10, { paymentReference: reference, cfe: cfe(4321) })
    const paidWith = { ...sold, payments: [{ means: 'debit', amount: 76_880, rrn, lastFour: '' }] }
    const { results } = accepted(await till.call(reportSales, { items: [paidWith, paidWith] }))
    expect(results).toMatchObject([{ result: 'accepted', points: 30 }, { result: 'duplicate' }])
    const period = { dateFrom: '20260906000000', dateTo: '20260907235959', branchCode: '' }
    const ofAna = { ...period, loyaltyCode: '60000001', clientRUT: '' }
    const bought = accepted(await ana.call(movements, ofAna)).movements
    expect(bought.find(({ sale }) => sale?.ticket === 'P1')?.sale?.payment?.id).toBe(id)
    const { payments } = accepted(await ana.call(getPayments, { accessToken: token }))
    const tankful = { rrn: expect.stringMatching(/^\d{12}$/), plate: sold.plate }
    expect(payments[0]?.station).toMatchObject({ code, rrn: tankful.rrn, tankful })
    accepted(await ana.call(mailReceipt, { kind: 'payment', reference: id }))
    const [{ text } = { text: '' }] = await server.mailsTo('ana@demo.surtidor.uy')
    expect(text).toContain(`Ticket: ${payments[0]?.station?.ticket}\n`)
    expect(text).toContain('CFE: e-Ticket A 4321\n')
  })

  test('the payer is not told of the purchase that the till reports for another member', async () => {
    const { code, rrn, reference } = await steps.request()
    await steps.pay(ana, await steps.open(ana, code))
    const sold = reportedSale('P2', 10, { paymentReference: reference, loyaltyCode: '60100001' })
    const payments = [{ means: 'debit' as const, amount: 76_880, rrn, lastFour: '' }]
    const { results } = accepted(await till.call(reportSales, { items: [{ ...sold, payments }] }))
    expect(results).toMatchObject([{ result: 'accepted' }])
    const stations = accepted(await ana.call(getPayments, {})).payments.map((one) => one.station)
    const { tankful, rrn: purchase, ticket } = stations.find((one) => one?.code === code) ?? {}
    expect([ticket, purchase, tankful]).toEqual([expect.anything(), undefined, undefined])
  })
})
