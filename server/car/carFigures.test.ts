import { describe, expect, test } from 'vitest'
import { carFigures } from '#contract/car/carFigures.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { carSteps, PLATE, SEPTEMBER } from '#testing/station/carSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => carSteps(server))

describe('carFigures', () => {
  test('have the sums of the statement, and those of no other driver', async () => {
    const year = { dateFrom: '20250908000000', dateTo: '20260907235959' }
    const { figures } = accepted(await steps.ana.call(carFigures, { plate: 'SAB1234', ...year }))
    const { accountStatus: statement } = accepted(
      await steps.ana.call(accountStatus, { loyaltyCode: '60000001', ...year }),
    )
    const fuels = statement.discounts.filter(({ millilitres }) => millilitres > 0)
    for (const name of ['millilitres', 'amount', 'discount'] as const)
      expect(figures.fuel[name]).toBe(fuels.reduce((sum, month) => sum + month[name], 0))
    expect(figures.consumption).toMatchObject([{ energy: 'gasoline' }])
    expect(figures.tanks.length).toBeGreaterThan(20)
    const fede = await server.as('fede')
    const others = accepted(await fede.call(carFigures, { plate: 'SAB1234', ...year })).figures
    expect([others.fuel.millilitres, others.km, others.tanks]).toEqual([0, null, []])
  })

  test('take the tank that was full before the period, and a trip', async () => {
    await steps.type({ date: '20260820', odometer: 1000, full: true })
    await steps.type({ date: '20260905', odometer: 1400, full: true })
    expect(await steps.figures()).toMatchObject({
      km: 400,
      tanks: [{ km: 400, millilitresPer100Km: 7500 }],
    })
    const trip = (tripFrom: number, tripTo: number) =>
      steps.ana.call(carFigures, { plate: PLATE, ...SEPTEMBER, tripFrom, tripTo })
    expect(accepted(await trip(1200, 1300)).figures.trip).toEqual({
      km: 100,
      knownKm: 100,
      millilitres: 7500,
      amount: 50_000,
    })
    expect((await trip(1300, 1300)).responseHeader.responseDescription).toMatch(/El viaje termina/)
  })
})
