import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { setVehicleLimit } from '#contract/loyalty/setVehicleLimit.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { notifications } from '#contract/user/notifications.ts'
import { warnOfLimits } from '#db/companies/vehicleLimits.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { COMPANY } from '#testing/station/companySteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForEachTest({ checked: true })
const ana = startForEachTest(() => server.as('ana'))
const vehicle = async () => {
  const all = accepted(await ana.call(loyalties, {})).loyalties
  const [first] = all.find(({ loyaltyCode }) => loyaltyCode === COMPANY)?.vehicles ?? []
  return first ?? expect.fail('the company has no vehicle')
}
const limit = async (millilitres: number, amount = 0) =>
  await ana.call(setVehicleLimit, {
    loyaltyCode: COMPANY,
    vehicleId: (await vehicle()).vehicleId,
    millilitres,
    amount,
  })
const warnings = async () => {
  await warnOfLimits(server.context.db, server.context.now(), { jobs: server.context.jobs })
  const all = accepted(await ana.call(notifications, { count: 100, type: '' })).notifications
  const limits = all.filter(({ title }) => title === 'Límite de un vehículo')
  expect(limits.every(({ url }) => url === '/#/loyalty?tab=datos')).toBe(true)
  return limits.map(({ text }) => text)
}

describe('setVehicleLimit', () => {
  test('warns at 80 % and at the whole limit, once each, and stops no sale', async () => {
    const { plate } = await vehicle()
    const till = await enrolTestTerminal(server)
    const sell = async (ticket: string, litres: number) =>
      accepted(
        await till.call(reportSales, {
          items: [reportedSale(ticket, litres, { loyaltyCode: COMPANY, plate })],
        }),
      ).results
    // The demo's own purchases of the month count too: the limit begins above them.
    const { rows } = await server.owner.query<{ spent: number }>(
      `select coalesce(sum(millilitres), 0)::int as spent from movement
       where loyalty_code = $1 and plate = $2 and at >= '2026-09-01T03:00:00Z'`,
      [COMPANY, plate],
    )
    const spent = rows[0]?.spent ?? 0
    accepted(await limit(10 * (spent + 20_000)))
    expect(await warnings()).toEqual([])
    accepted(await limit(spent + 100_000))
    await sell('L1', 79)
    const before = await warnings()
    await sell('L2', 1)
    expect([...before, ...(await warnings())]).toContain(
      `El vehículo ${plate} pasó el 80 % de su límite de este mes. Es un aviso: puede seguir cargando.`,
    )
    expect(await sell('L3', 40)).toMatchObject([{ result: 'accepted' }])
    const both = await warnings()
    expect(both.filter((text) => text.includes('llegó a su límite'))).toHaveLength(1)
    server.wait(HOUR_MS)
    expect(await warnings()).toEqual(both)
    accepted(await limit(0))
    expect(await warnings()).toEqual(both)
  })

  test('is refused for a vehicle of another person, of a loyalty without a RUT, and out of its range', async () => {
    const { vehicleId } = await vehicle()
    const fede = await server.as('fede')
    const fields = { loyaltyCode: COMPANY, vehicleId, millilitres: 1, amount: 0 }
    for (const answer of [
      await fede.call(setVehicleLimit, fields),
      await ana.call(setVehicleLimit, { ...fields, loyaltyCode: '60000001' }),
      await ana.call(setVehicleLimit, { ...fields, vehicleId: 'x' }),
      await limit(-1),
      await limit(10_000_001),
    ])
      expect(answer.responseHeader.responseCode).toBe('05')
  })
})
