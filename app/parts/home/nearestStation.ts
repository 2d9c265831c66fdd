import type { Position } from '#app/device/position.ts'
import type { Branch } from '#contract/entities/branch.ts'

/** The Earth's mean radius, in metres. */
const EARTH = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two places as the crow flies, by the haversine formula. */
export function metresBetween(a: Position, b: Position): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2)
  const east = Math.sin(radians(b.longitude - a.longitude) / 2)
  const along = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  return 2 * EARTH * Math.asin(Math.sqrt(north * north + along * east * east))
}

/** The station that is nearest to a place, and how far it is in metres; null when there is none. */
export function nearest(
  branches: readonly Branch[],
  place: Position,
): { branch: Branch; metres: number } | null {
  let best: { branch: Branch; metres: number } | null = null
  for (const branch of branches) {
    const metres = metresBetween(place, branch)
    if (!best || metres < best.metres) best = { branch, metres }
  }
  return best
}
