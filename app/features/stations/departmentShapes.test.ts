import { describe, expect, test } from 'vitest'
import { departmentShapes, type Point } from '#app/features/stations/departmentShapes.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { TOWNS } from '#db/demo/stations.ts'

const shapes = departmentShapes()

/** Whether a ring contains a point: a ray from it crosses the ring an odd number of times. */
function contains(ring: readonly Point[], [y, x]: Point): boolean {
  let inside = false
  ring.forEach(([y1, x1], index) => {
    const [y2, x2] = ring.at(index - 1) ?? [0, 0]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  })
  return inside
}

describe('departmentShapes', () => {
  test('the shapes are the 19 departments, each a ring in Uruguay', () => {
    expect(shapes.map(({ code }) => code)).toEqual(DEPARTMENTS.map(({ code }) => code))
    for (const { ring } of shapes) {
      expect(ring.length).toBeGreaterThan(20)
      for (const [latitude, longitude] of ring) {
        expect(latitude).toBeGreaterThan(-35.05)
        expect(latitude).toBeLessThan(-30)
        expect(longitude).toBeGreaterThan(-58.5)
        expect(longitude).toBeLessThan(-53)
      }
    }
  })

  test('contain the towns of their department', () => {
    const outside = TOWNS.filter(({ department, latitude, longitude }) => {
      const shape = shapes.find(({ code }) => code === department)
      return !shape || !contains(shape.ring, [latitude, longitude])
    })
    // It lies on the border with Montevideo, within the outline's tolerance.
    expect(outside.map(({ name }) => name)).toEqual(['Paso de Carrasco'])
  })

  test('the shapes have together the area of the country', () => {
    // The country's land area is 176,215 km²; the outline follows rivers and coast roughly.
    const area = shapes.reduce((sum, { ring }) => sum + areaOf(ring), 0)
    expect(area / 176_215).toBeGreaterThan(0.97)
    expect(area / 176_215).toBeLessThan(1.03)
  })
})

/** Square kilometres of a ring on a sphere. */
function areaOf(ring: readonly Point[]): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const sum = ring.reduce((total, [y1, x1], index) => {
    const [y2, x2] = ring.at(index - 1) ?? [0, 0]
    return total + radians(x2 - x1) * (Math.sin(radians(y1)) + Math.sin(radians(y2)))
  }, 0)
  return (Math.abs(sum) / 2) * 6_371 ** 2
}
