import type { PositionSource } from '#app/device/nativeImplementations.ts'

/** Degrees, WGS 84. */
export interface Position {
  latitude: number
  longitude: number
}

/** Why there is no position: permission was denied, or the lookup failed. */
export type NoPosition = 'denied' | 'unknown'

/*
 * docs/specification.md, "Limits and constants": time limit of one lookup, time from the end of one
 * lookup to the next, and time limit of a position of the watch, in milliseconds.
 */
const LOOKUP_TIMEOUT_MS = 30_000
const REFRESH_MS = 30_000
const WATCH_TIMEOUT_MS = 5_000

/** The phone's own lookup, or the browser's; undefined in a browser without one. */
const positionSource = (): PositionSource | undefined =>
  globalThis.nativeImplementations?.position ??
  ('geolocation' in navigator ? navigator.geolocation : undefined)

interface Follower {
  onPosition: (position: Position) => void
  onFailure: (reason: NoPosition) => void
  /** After the first position also every movement in between is reported, as a map draws it. */
  watch?: boolean
}

/**
 * Looks up the device's position repeatedly while the page is visible. The first lookup makes the
 * browser ask for permission, so it must follow a tap. A denied permission ends the lookups.
 * @returns a function that stops the lookups; no callback runs afterwards
 */
export function followPosition({ onPosition, onFailure, watch = false }: Follower): () => void {
  const source = positionSource()
  let timer: ReturnType<typeof setTimeout> | undefined
  let watching: number | undefined
  let stopped = false
  const report = ({ coords }: { coords: Position }) => {
    if (!stopped) onPosition({ latitude: coords.latitude, longitude: coords.longitude })
  }
  const startWatch = () => {
    // A watch without a position in time is no failure: the lookups report those.
    watching ??= source?.watchPosition(report, () => undefined, {
      timeout: WATCH_TIMEOUT_MS,
      enableHighAccuracy: true,
    })
  }
  const scheduleLookup = () => {
    timer = setTimeout(lookUp, REFRESH_MS)
  }
  const lookUp = () => {
    if (document.hidden) return scheduleLookup()
    source?.getCurrentPosition(
      (position) => {
        if (stopped) return
        report(position)
        if (watch) startWatch()
        scheduleLookup()
      },
      ({ code, PERMISSION_DENIED }) => {
        if (stopped) return
        const denied = code === PERMISSION_DENIED
        onFailure(denied ? 'denied' : 'unknown')
        if (!denied) scheduleLookup()
      },
      { timeout: LOOKUP_TIMEOUT_MS, maximumAge: REFRESH_MS },
    )
  }
  if (source) lookUp()
  else onFailure('unknown')
  return () => {
    stopped = true
    clearTimeout(timer)
    if (watching !== undefined) source?.clearWatch(watching)
  }
}

/** Whether the person allowed the position earlier: a lookup then asks for no permission. */
export async function isPositionAllowed(): Promise<boolean> {
  if (globalThis.nativeImplementations) return globalThis.nativeImplementations.position.isAllowed()
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    // A browser without the Permissions API.
    return false
  }
}
