import { describe, expect, test } from 'vitest'
import { cars } from '#contract/car/cars.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { carSteps, PLATE } from '#testing/station/carSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => carSteps(server))

describe('cars', () => {
  test('lists plates of vehicles, purchases and typed entries, with two fuels of one car', async () => {
    await steps.type({ odometer: 1000 })
    await steps.type({ product: 'gasoil', date: '20260902', odometer: 1200 })
    await steps.bought('', {})
    const { cars: own } = accepted(await steps.ana.call(cars, {}))
    expect(own.find(({ plate }) => plate === PLATE)).toEqual({
      plate: PLATE,
      mark: '',
      fuels: ['gasoil', 'super'],
      entries: 2,
      odometer: 1200,
    })
    // A vehicle without a purchase.
    expect(own.find(({ plate }) => plate === 'SBE4321')).toMatchObject({ mark: 'fiat', entries: 0 })
    expect(own.at(-1)).toMatchObject({ plate: '', entries: 1 })
    const fede = await server.as('fede')
    expect(accepted(await fede.call(cars, {})).cars).toEqual([])
  })
})
