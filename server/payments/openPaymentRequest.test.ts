import { describe, expect, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { mailReceipt } from '#contract/user/mailReceipt.ts'
import { STATION_RECEIPT, STATION_SALE } from '#testing/fixtures/stationReceipt.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { askedPayment, paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = startForFile(startTestPaymentServer)
const till = startForFile(() => enrolTestTerminal(server))
const ana = startForFile(() => server.as('ana'))
const driver = startForFile(() => server.as('driver00001'))
const steps = paymentSteps(server, till)

describe('openPaymentRequest', () => {
  test('answers three open pages of a driver, each of which asks every 3 seconds for 2 minutes', async () => {
    const fede = await server.as('fede')
    const { code } = await steps.request(askedPayment())
    const asks = Array.from({ length: 120 }, () => fede.call(openPaymentRequest, { code }))
    for (const answer of await Promise.all(asks)) accepted(answer)
  })

  test('gives a debt that getDebts does not list, and says when another person is paying', async () => {
    const asking = askedPayment()
    const { code } = await steps.request(asking)
    const { request } = accepted(await ana.call(openPaymentRequest, { code }))
    expect(request).toMatchObject({ state: 'waiting', ticket: asking.ticket, points: 30 })
    expect(request.debt).toMatchObject({ amount: 76_880, state: 'PENDING', points: 0 })
    const { debts } = accepted(await ana.call(getDebts, { type: '2' }))
    expect(debts.map(({ reference }) => reference)).not.toContain(request.debt.reference)
    const token = await steps.open(ana, code)
    const seen = accepted(await driver.call(openPaymentRequest, { code })).request
    expect(seen).toMatchObject({ state: 'taken', isMine: false })
    const refused = await driver.call(getGEOPayAccessToken, { debtData: seen.debt })
    expect(refused.responseHeader.reason).toBe('payment_taken')
    await steps.pay(ana, token)
    const states = await Promise.all(
      [ana, driver].map(
        async (person) => accepted(await person.call(openPaymentRequest, { code })).request,
      ),
    )
    expect(states).toMatchObject([
      { state: 'paid', isMine: true },
      { state: 'paid', isMine: false, debt: { state: 'VOIDED' } },
    ])
  })

  test('its payment has the lines of the till, in getPayments and in the email, for its payer alone', async () => {
    const { code } = await steps.request({ ...askedPayment(), ...STATION_SALE })
    const token = await steps.open(ana, code)
    accepted(await driver.call(openPaymentRequest, { code }))
    const { id = '', authorizationCode } = await steps.pay(ana, token)
    const { payments } = accepted(await ana.call(getPayments, {}))
    const { ticket, lines } = STATION_SALE
    expect(payments.find((one) => one.id === id)?.station).toMatchObject({ code, ticket, lines })
    accepted(await ana.call(mailReceipt, { kind: 'payment', reference: id }))
    const [mail] = await server.mailsTo('ana@demo.surtidor.uy')
    const text = mail?.text.replaceAll('\u00A0', ' ')
    for (const [name, value] of STATION_RECEIPT) expect(text).toContain(`${name}: ${value}\n`)
    expect(text).toContain(`: ${authorizationCode.slice(0, 3)} ${authorizationCode.slice(3)}\n`)
    for (const accessToken of ['', token])
      expect(accepted(await driver.call(getPayments, { accessToken })).payments).toEqual([])
    const { responseHeader } = await driver.call(mailReceipt, { kind: 'payment', reference: id })
    expect(responseHeader.reason).toBe('not_found')
  })

  test('finds the request of a terminal and an amount, and refuses none or several', async () => {
    const { terminalCode: terminal } = accepted(await till.call(heartbeat, {}))
    const amount = 12_345
    const ask = () => ana.call(openPaymentRequest, { terminal, amount })
    expect((await ask()).responseHeader.reason).toBe('payment_request_unknown')
    const { code } = await steps.request(askedPayment(amount))
    expect(accepted(await ask()).request.code).toBe(code)
    await steps.request(askedPayment(amount))
    expect((await ask()).responseHeader.reason).toBe('payment_request_unknown')
  })

  test('T13: two persons who open the page at once get one page', async () => {
    const { code } = await steps.request()
    const debts = await Promise.all(
      [ana, driver].map(
        async (person) => accepted(await person.call(openPaymentRequest, { code })).request.debt,
      ),
    )
    const answers = await Promise.all(
      [ana, driver].map((person, place) =>
        person.call(getGEOPayAccessToken, {
          debtData: { reference: debts[place]?.reference ?? '' },
        }),
      ),
    )
    expect(answers.map(({ responseHeader }) => responseHeader.responseCode).toSorted()).toEqual([
      '00',
      '05',
    ])
  })
})
