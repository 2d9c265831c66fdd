import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byDistance, metresBetween } from '#app/features/stations/distance.ts'
import { aBranch } from '#testing/fixtures/entities.ts'

const place = fc.record({
  latitude: fc.double({ min: -35, max: -30, noNaN: true }),
  longitude: fc.double({ min: -58.5, max: -53, noNaN: true }),
})

describe('metresBetween', () => {
  test('measures known distances within half a percent', () => {
    const montevideo = { latitude: -34.9011, longitude: -56.1645 }
    const salto = { latitude: -31.3833, longitude: -57.9667 }
    expect(Math.abs(metresBetween(montevideo, salto) / 426_000 - 1)).toBeLessThan(0.005)
    // One minute of latitude is a nautical mile.
    const north = { ...montevideo, latitude: montevideo.latitude + 1 / 60 }
    expect(Math.abs(metresBetween(montevideo, north) / 1852 - 1)).toBeLessThan(0.005)
  })

  test('measures the same distance both ways, and 0 to the same place', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        expect(metresBetween(one, one)).toBe(0)
        expect(metresBetween(one, other)).toBeCloseTo(metresBetween(other, one), 6)
      }),
    )
  })
})

describe('byDistance', () => {
  test('sorts by distance, the nearest first, and loses no station', () => {
    fc.assert(
      fc.property(place, fc.array(place, { minLength: 1, maxLength: 20 }), (from, places) => {
        const branches = places.map((at, index) => aBranch({ code: `E${index}`, ...at }))
        const sorted = byDistance(branches, from)
        const distances = sorted.map(({ metres }) => metres ?? Number.NaN)
        expect(distances).toEqual(distances.toSorted((a, b) => a - b))
        expect(new Set(sorted.map(({ branch }) => branch))).toEqual(new Set(branches))
        for (const { branch, metres } of sorted) expect(metres).toBe(metresBetween(from, branch))
      }),
    )
  })

  test('keeps the order of the list without a position, and gives no distance', () => {
    const branches = ['Estación Nogal', 'Estación Zorzal'].map((name, index) =>
      aBranch({ code: `E${index}`, name }),
    )
    expect(byDistance(branches, null)).toEqual(branches.map((branch) => ({ branch, metres: null })))
  })
})
