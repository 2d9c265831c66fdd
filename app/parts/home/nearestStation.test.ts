import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { metresBetween, nearestBranch } from '#app/parts/home/nearestStation.ts'
import { aBranch } from '#testing/fixtures.ts'

const place = fc.record({
  latitude: fc.double({ min: -35, max: -30, noNaN: true }),
  longitude: fc.double({ min: -58.5, max: -53, noNaN: true }),
})

test('known distances are right within half a percent', () => {
  const montevideo = { latitude: -34.9011, longitude: -56.1645 }
  const salto = { latitude: -31.3833, longitude: -57.9667 }
  expect(Math.abs(metresBetween(montevideo, salto) / 426_000 - 1)).toBeLessThan(0.005)
  // One minute of latitude is a nautical mile.
  const north = { ...montevideo, latitude: montevideo.latitude + 1 / 60 }
  expect(Math.abs(metresBetween(montevideo, north) / 1852 - 1)).toBeLessThan(0.005)
})

test('a distance is the same both ways, and none to oneself', () => {
  fc.assert(
    fc.property(place, place, (one, other) => {
      expect(metresBetween(one, one)).toBe(0)
      expect(metresBetween(one, other)).toBeCloseTo(metresBetween(other, one), 6)
    }),
  )
})

test('no other station is nearer than the nearest', () => {
  fc.assert(
    fc.property(place, fc.array(place, { minLength: 1, maxLength: 20 }), (from, places) => {
      const branches = places.map((at, index) => aBranch({ code: `E${index}`, ...at }))
      const found = nearestBranch(branches, from)
      expect(branches.some((branch) => metresBetween(from, branch) < (found?.metres ?? 0))).toBe(
        false,
      )
      expect(found?.metres).toBe(metresBetween(from, found?.branch ?? from))
    }),
  )
  expect(nearestBranch([], { latitude: 0, longitude: 0 })).toBeNull()
})
