import { describe, expect, test } from 'vitest'
import { favouritesFirst } from '#app/features/stations/favouriteStations.ts'
import { aBranch } from '#testing/fixtures/entities.ts'

describe('favouriteStations', () => {
  test('come first, and both parts keep their order', () => {
    const stations = ['A', 'B', 'C', 'D'].map((code, metres) => ({
      branch: aBranch({ code }),
      metres,
    }))
    const sorted = favouritesFirst(stations, new Set(['D', 'B', 'gone']))
    expect(sorted.map(({ branch }) => branch.code)).toEqual(['B', 'D', 'A', 'C'])
  })
})
