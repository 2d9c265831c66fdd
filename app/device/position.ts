/** Where something is: degrees, WGS 84. */
export interface Position {
  latitude: number
  longitude: number
}

/** Why there is no position: the person (or their device) does not allow it, or it was not found. */
export type NoPosition = 'refused' | 'unknown'

/** One lookup takes at most this long, in milliseconds (docs/specification.md, "Limits and constants"). */
const LOOKUP = 30_000
/** From the end of one lookup to the next, in milliseconds. */
const REFRESH = 30_000

/**
 * Looks where the device is, again and again while the page is in sight. The first lookup makes
 * the browser ask the person, so it belongs behind a tap. A refusal ends it.
 * @returns the way to stop; nothing is said afterwards
 */
export function followPosition(
  found: (place: Position) => void,
  missed: (why: NoPosition) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const again = () => {
    timer = setTimeout(look, REFRESH)
  }
  const look = () => {
    if (document.hidden) return again()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (stopped) return
        found({ latitude: coords.latitude, longitude: coords.longitude })
        again()
      },
      ({ code, PERMISSION_DENIED }) => {
        if (stopped) return
        const refused = code === PERMISSION_DENIED
        missed(refused ? 'refused' : 'unknown')
        if (!refused) again()
      },
      { timeout: LOOKUP, maximumAge: REFRESH },
    )
  }
  if ('geolocation' in navigator) look()
  else missed('unknown')
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
