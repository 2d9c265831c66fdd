import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { type CompanyPurchase, companyStatement } from '#contract/loyalty/companyStatement.ts'
import { endCompanyDriver } from '#contract/loyalty/endCompanyDriver.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { cfe, reportedSale, returnOf, superSold, voidOf } from '#testing/fixtures/reportedItems.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { acceptAs, COMPANY, DRIVERS_OWN, invite } from '#testing/station/companySteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForEachTest({ checked: true })
const ana = startForEachTest(() => server.as('ana'))
const till = startForEachTest(() => enrolTestTerminal(server))
const MONTH = '202609'
const PLATE = 'SCA1234'
const statement = async (more: object = {}) =>
  accepted(await ana.call(companyStatement, { loyaltyCode: COMPANY, month: MONTH, ...more }))
const report = async (...items: unknown[]) =>
  expect(accepted(await till.call(reportSales, { items })).results).toEqual(
    items.map(() => expect.objectContaining({ result: 'accepted' })),
  )
const gasoil = (litres: number) => ({
  product: 'gasoil' as const,
  millilitres: litres * 1000,
  unitPrice: 4732,
  amount: litres * 4732,
})
const addCompanyVehicle = async () =>
  accepted(
    await ana.call(addVehicle, {
      loyaltyCode: COMPANY,
      vehicle: { mark: 'fiat', plate: PLATE, fuel: 'gasoil' },
    }),
  )
const later = (minutes: number) =>
  new Date(server.context.now().getTime() + minutes * 60_000).toISOString()
const ofPlate = (lines: CompanyPurchase[], plate = PLATE) =>
  lines.filter((one) => one.plate === plate)

describe('companyStatement', () => {
  test('adds up to the documents of the till, to the cent, with voids and returns', async () => {
    const before = await statement()
    await addCompanyVehicle()
    const mine = { loyaltyCode: COMPANY, plate: PLATE }
    const [kept, voided, returned] = [
      reportedSale('C1', 0, { ...mine, lines: [gasoil(50), superSold(10)], cfe: cfe(7_000_001) }),
      reportedSale('C2', 10, { ...mine, cfe: cfe(7_000_002) }),
      reportedSale('C3', 20, mine),
    ]
    await report(kept, voided, returned, voidOf(voided), returnOf(returned, 'C4', 5))
    const { lines, vehicles, total } = await statement()
    expect(
      ofPlate(lines).map(({ kind, product, millilitres }) => [kind, product, millilitres]),
    ).toEqual(
      expect.arrayContaining([
        ['sale', 'gasoil', 50_000],
        ['sale', 'super', 10_000],
        ['void', 'super', -10_000],
        ['return', 'super', -5000],
      ]),
    )
    const amount = 50 * 4732 + 10 * 7688 + 15 * 7688
    // 22 of each 122 pesos of gasoil; petrol has no IVA.
    const deductibleTax = Math.round((50 * 4732 * 22) / 122)
    const sums = { millilitres: 75_000, amount, deductibleTax }
    expect(vehicles.find(({ plate }) => plate === PLATE)).toMatchObject(sums)
    for (const [name, value] of Object.entries(sums) as [keyof typeof sums, number][]) {
      expect(total[name] - before.total[name]).toBe(value)
      expect(lines.reduce((sum, line) => sum + line[name], 0)).toBe(total[name])
    }
    expect(ofPlate(lines).find(({ product }) => product === 'gasoil')?.cfe).toEqual(cfe(7_000_001))
  })

  test('has what a driver buys with a company’s vehicle from the acceptance to the end, and nothing else', async () => {
    await addCompanyVehicle()
    const driver = await server.as('driver00001')
    const buy = (ticket: string, plate: string) =>
      report(
        reportedSale(ticket, 10, {
          loyaltyCode: DRIVERS_OWN,
          plate,
          datetime: later(0),
          shift: '2026-09-07/1',
        }),
      )
    await buy('D1', PLATE)
    server.wait(HOUR_MS)
    accepted(await invite(ana))
    const invitationId = await acceptAs(driver)
    server.wait(HOUR_MS)
    await buy('D2', PLATE)
    await buy('D3', 'SBZ9999')
    await buy('D4', '')
    server.wait(HOUR_MS)
    accepted(await driver.call(endCompanyDriver, { invitationId }))
    server.wait(HOUR_MS)
    await buy('D5', PLATE)
    const { lines } = await statement()
    expect(ofPlate(lines)).toHaveLength(1)
    expect(ofPlate(lines)[0]?.driver).not.toBe('Ana Pereira')
    expect([
      ...ofPlate(lines, 'SBZ9999'),
      ...lines.filter(({ driver: name }) => name !== 'Ana Pereira'),
    ]).toEqual(ofPlate(lines))
  })

  test('gives its lines in pages without gap or overlap', async () => {
    await addCompanyVehicle()
    const mine = { loyaltyCode: COMPANY, plate: PLATE }
    const sales = Array.from({ length: 7 }, (_, n) =>
      reportedSale(`P${n}`, 1, { ...mine, lines: [superSold(1), superSold(2)] }),
    )
    await report(...sales)
    const whole = (await statement()).lines
    const chained: CompanyPurchase[] = []
    for (let after = '', first = true; first || after !== ''; first = false) {
      const page = await statement({ count: 3, after })
      chained.push(...page.lines)
      after = page.next
    }
    expect(chained).toEqual(whole)
    expect(whole.length).toBeGreaterThanOrEqual(14)
  })

  test('is refused for a loyalty without a RUT, another person and a month that is none', async () => {
    const fede = await server.as('fede')
    const driver = await server.as('driver00001')
    for (const answer of [
      await ana.call(companyStatement, { loyaltyCode: '60000001', month: MONTH }),
      await fede.call(companyStatement, { loyaltyCode: COMPANY, month: MONTH }),
      await driver.call(companyStatement, { loyaltyCode: COMPANY, month: MONTH }),
      await ana.call(companyStatement, { loyaltyCode: COMPANY, month: '202613' }),
      await ana.call(companyStatement, { loyaltyCode: COMPANY, month: MONTH, after: 'x' }),
    ])
      expect(answer.responseHeader.responseCode).toBe('05')
  })
})
