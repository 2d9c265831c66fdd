import { describe, expect, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { notifications } from '#contract/user/notifications.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { objectSteps } from '#testing/console/objectSteps.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { freshCode, testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const TEN_LITRES = 76_880
const server = testServerForFile({ checked: true })
const people = startForFile(async () => ({
  till: await enrolTestTerminal(server),
  ana: await server.as('ana'),
  elena: await server.as('elena'),
}))
const ANA = '60000001'
let tickets = 0
/** Reports a sale of ten litres on account. @returns what became of that part */
async function onAccount(loyaltyCode: string, currency: '858' | '840' = '858') {
  const ticket = `L${(tickets += 1)}`
  const payments = [{ means: 'account' as const, amount: TEN_LITRES, rrn: '', lastFour: '' }]
  const items = [reportedSale(ticket, 10, { payments, loyaltyCode, currency })]
  return accepted(await people.till.call(reportSales, { items })).results[0]?.account
}
const debts = async () => accepted(await people.ana.call(getDebts, { type: '2' })).debts.length
/** Gives Ana's loyalty an account, as an operator does. */
async function setLimit(limit: string, loyalty = ANA) {
  const { db } = server.context
  const code = await freshCode(server.context, 'elena@demo.surtidor.uy')
  const ana = (await personByEmail(db, 'ana@demo.surtidor.uy'))?.id ?? ''
  return await objectSteps(people.elena, 'driver').act(ana, 'account', { loyalty, limit, code })
}

describe('a sale on account', () => {
  test('is no debt of a loyalty without an account, or above its limit, but an exception', async () => {
    const before = await debts()
    const refused = { state: 'unmatched', amount: TEN_LITRES }
    expect(await onAccount('60000002')).toEqual(refused)
    expect(await onAccount(ANA, '840')).toEqual(refused)
    accepted(await setLimit('1.600'))
    expect([await onAccount(ANA), await onAccount(ANA)]).toMatchObject([
      { state: 'owed' },
      { state: 'owed' },
    ])
    expect(await onAccount(ANA)).toEqual(refused)
    accepted(await setLimit('0'))
    expect(await onAccount(ANA)).toEqual(refused)
    expect(await debts()).toBe(before + 2)
    const exceptions = objectSteps(people.elena, 'exception')
    const waiting = await exceptions.list({ reason: 'account_refused' })
    expect(waiting).toHaveLength(4)
    const page = await exceptions.page(waiting[0]?.id ?? '')
    expect(page.title).toBe('Venta a cuenta de quien no tiene cuenta')
    expect((await setLimit('100', '60100001')).responseHeader.reason).toBe('invalid_request')
  })

  test('tells the driver, who can object', async () => {
    accepted(await setLimit('10.000'))
    expect(await onAccount(ANA)).toMatchObject({ state: 'owed' })
    const told = accepted(await people.ana.call(notifications, {})).notifications.find(({ text }) =>
      text.includes(`con el ticket L${tickets}`),
    )
    expect(told).toMatchObject({
      title: 'Compra a cuenta',
      url: `/#/commnents?about=account&ticket=L${tickets}`,
    })
    expect(told?.text).toMatch(/^Estación Ombú cargó \$\s768,80 a tu cuenta/)
  })
})
