import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clusterStations } from '#app/features/stations/stationClusters.ts'
import { DEMO_STATIONS } from '#testing/fixtures/demoStations.ts'

const all = DEMO_STATIONS.map(({ code, latitude, longitude }) => ({
  code,
  latitude,
  longitude,
  closed: false,
}))

describe('clusterStations', () => {
  test('draws every station once at every zoom, alone or in a cluster', () => {
    const clusters = clusterStations(all)
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 18 }), (zoom) => {
        const { clusters: groups, single } = clusters(zoom)
        const grouped = groups.reduce((sum, { count }) => sum + count, 0)
        expect(grouped + single.length).toBe(all.length)
        expect(new Set(single.map(({ code }) => code)).size).toBe(single.length)
        for (const { count, expansionZoom } of groups) {
          expect(count).toBeGreaterThan(1)
          expect(expansionZoom).toBeGreaterThan(zoom)
        }
      }),
    )
  })

  test('groups most of them in the view of the country and none in a street', () => {
    const clusters = clusterStations(all)
    expect(clusters(7).single.length).toBeLessThan(all.length / 2)
    expect(clusters(14).clusters).toEqual([])
  })

  test('draws nothing without stations', () => {
    expect(clusterStations([])(7)).toEqual({ clusters: [], single: [] })
  })
})
