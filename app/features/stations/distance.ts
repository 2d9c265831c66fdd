import type { Position } from '#app/device/position.ts'
import type { Branch } from '#contract/entities/branch.ts'

/** A station and its distance in metres; null while the position is unknown. */
export interface LocatedBranch {
  branch: Branch
  metres: number | null
}

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

/** The nearest stations first; without a position, in the order of the list, which is that of their names. */
export function byDistance(
  branches: readonly Branch[],
  position: Position | null,
): LocatedBranch[] {
  return branches
    .map((branch) => ({ branch, metres: position && metresBetween(position, branch) }))
    .toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0))
}
