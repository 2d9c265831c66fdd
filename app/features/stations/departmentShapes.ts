import { ARCS, RINGS } from '#app/features/stations/uruguayOutline.ts'
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

/** The 19 departments, decoded. */
export function departmentShapes(): DepartmentShape[] {
  const arcs = ARCS.map(decode)
  return DEPARTMENTS.map(({ code, text }) => ({
    code,
    name: text,
    ring: RINGS[code].flatMap((arc) => {
      const points = arc < 0 ? (arcs[~arc] ?? []).toReversed() : (arcs[arc] ?? [])
      return points.slice(0, -1)
    }),
  }))
}
