import { describe, expect, test } from 'vitest'
import { branches } from '#contract/info/branches.ts'
import { prices } from '#contract/info/prices.ts'
import { allBranches } from '#db/stations/branches.ts'
import { fuelPrice } from '#db/tables/stations.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { startTestServer } from '#testing/harness/testServer.ts'

const server = startForEachTest(() => startTestServer())
const ana = startForEachTest(() => server.as('ana'))

describe('prices', () => {
  test('gives the history of each product with its days and decrees, and the known changes', async () => {
    await server.context.db
      .insert(fuelPrice)
      .values([{ product: 'super', validFrom: '2026-11-01', price: 7800, decree: 'Decreto 1/026' }])
    const { prices: rows } = await ana.call(prices, {})
    const ofSuper = rows.filter(({ product }) => product === 'super')
    expect(ofSuper.map(({ validFrom, price }) => [validFrom, price])).toEqual([
      ['20250901', 7820],
      ['20260101', 7779],
      ['20260301', 7688],
      ['20261101', 7800],
    ])
    expect(ofSuper.slice(2)).toMatchObject([
      { validTo: '20260430', decree: 'Decreto 130/025' },
      { validTo: '', decree: 'Decreto 1/026' },
    ])
  })

  test('branches gives the newest price that has begun in Montevideo, with its last day', async () => {
    const superAt = async (now: string) => {
      const [station] = await allBranches(server.context.db, new Date(now))
      return station?.fuels.find(({ code }) => code === 'super')
    }
    // Midnight in Montevideo is 03:00 UTC.
    expect(await superAt('2026-03-01T02:59:59Z')).toMatchObject({
      price: 7779,
      validTo: '20260228',
    })
    expect(await superAt('2026-03-01T03:00:00Z')).toMatchObject({
      price: 7688,
      validTo: '20260430',
    })
    // After its last day it is the last price that is known.
    expect(await superAt('2026-09-07T12:00:00Z')).toMatchObject({
      price: 7688,
      validTo: '20260430',
    })
    const { branches: stations } = await ana.call(branches, {})
    expect(stations[0]?.fuels.every(({ validTo }) => validTo !== undefined)).toBe(true)
  })
})
