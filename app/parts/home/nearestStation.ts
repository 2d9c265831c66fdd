import type { Position } from '#app/device/position.ts'
import type { Branch } from '#contract/entities/branch.ts'

/** Mean radius of the Earth, in metres. */
const EARTH_RADIUS = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in metres, by the haversine formula. */
export function metresBetween(a: Position, b: Position): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2)
  const east = Math.sin(radians(b.longitude - a.longitude) / 2)
  const along = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(north * north + along * east * east))
}

/** The branch nearest to a position and its distance in metres; null without branches. */
export function nearestBranch(
  branches: readonly Branch[],
  position: Position,
): { branch: Branch; metres: number } | null {
  let best: { branch: Branch; metres: number } | null = null
  for (const branch of branches) {
    const metres = metresBetween(position, branch)
    if (!best || metres < best.metres) best = { branch, metres }
  }
  return best
}
