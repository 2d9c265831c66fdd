/** Degrees, WGS 84. */
export interface Position {
  latitude: number
  longitude: number
}

/** Why there is no position: permission was denied, or the lookup failed. */
export type NoPosition = 'denied' | 'unknown'

/** Time limit of one lookup, in milliseconds (docs/specification.md, "Limits and constants"). */
const LOOKUP_TIMEOUT_MS = 30_000
/** From the end of one lookup to the next, in milliseconds. */
const REFRESH_MS = 30_000

/**
 * Looks up the device's position repeatedly while the page is visible. The first lookup makes the
 * browser ask for permission, so it must follow a tap. A denied permission ends the lookups.
 * @returns a function that stops the lookups; neither callback is called afterwards
 */
export function followPosition(
  onPosition: (position: Position) => void,
  onFailure: (reason: NoPosition) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const scheduleLookup = () => {
    timer = setTimeout(lookUp, REFRESH_MS)
  }
  const lookUp = () => {
    if (document.hidden) return scheduleLookup()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (stopped) return
        onPosition({ latitude: coords.latitude, longitude: coords.longitude })
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
  if ('geolocation' in navigator) lookUp()
  else onFailure('unknown')
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
