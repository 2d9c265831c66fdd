import { describe, expect, test } from 'vitest'
import { carLog } from '#contract/car/carLog.ts'
import { saveCarPurchase } from '#contract/car/saveCarPurchase.ts'
import { movements } from '#contract/financial/movements.ts'
import { returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { carSteps, PLATE, SEPTEMBER } from '#testing/station/carSteps.ts'

const server = testServerForEachTest({ checked: true })
const steps = startForEachTest(() => carSteps(server))

describe('carLog', () => {
  test('has each purchase of fuel by itself, with the sums of the till', async () => {
    const year = { plate: 'SAB1234', dateFrom: '20250908000000', dateTo: '20260907235959' }
    const { entries } = accepted(await steps.ana.call(carLog, { ...year, count: 1000 }))
    const { movements: all } = accepted(
      await steps.ana.call(movements, { ...year, loyaltyCode: '60000001', count: 1000 }),
    )
    const fuels = all.filter(({ millilitres }) => millilitres > 0)
    const told = entries.filter(({ kind }) => kind === 'purchase')
    expect(told.map(({ id }) => id)).toEqual(fuels.map(({ rrn }) => rrn))
    for (const [place, { amount, discount, millilitres, branchName }] of fuels.entries())
      expect(told[place]).toMatchObject({ amount, discount, millilitres, place: branchName })
  })

  test('changes with a return and with a void, whatever was added', async () => {
    const { sale, entry } = await steps.bought()
    expect(entry).toMatchObject({ millilitres: 20_000, amount: 153_760, plateReported: true })
    accepted(await steps.note(entry.id, { odometer: 5000, full: true }))
    await steps.report(returnOf(sale, 'CAR-R', 5))
    expect(await steps.entriesOf()).toMatchObject([
      { millilitres: 15_000, amount: 115_320, odometer: 5000, returned: true },
    ])
    expect((await steps.figures()).fuel).toMatchObject({ millilitres: 15_000, amount: 115_320 })
    await steps.report(voidOf(sale))
    expect(await steps.entriesOf()).toEqual([])
    const answer = await steps.ana.call(saveCarPurchase, { rrn: entry.id, odometer: 1 })
    expect(answer.responseHeader.reason).toBe('not_found')
  })

  test('comes in pages, newest first, and is empty for another driver', async () => {
    for (const date of ['20260901', '20260902', '20260903'])
      accepted(await steps.type({ date, kind: 'toll' }))
    const page = async (after: string) =>
      accepted(await steps.ana.call(carLog, { plate: PLATE, ...SEPTEMBER, count: 2, after }))
    const first = await page('')
    const second = await page(first.next)
    expect([...first.entries, ...second.entries].map(({ datetime }) => datetime)).toEqual([
      '20260903120000',
      '20260902120000',
      '20260901120000',
    ])
    expect(second.next).toBe('')
    const fede = await server.as('fede')
    expect(await steps.entriesOf(PLATE, fede)).toEqual([])
    expect(await steps.entriesOf('SAB1234', fede)).toEqual([])
    expect(await steps.entriesOf('', fede)).toEqual([])
  })
})
