/** How far a device's clock may be off and still be believed, in milliseconds: an answer takes its time to come. */
const NEAR = 60_000

/** A device's clock, put right by a server's: one that is slow would leave what was just done out of today. */
export interface ServerClock {
  now: () => Date
  /** How far behind the device was found to be, in milliseconds. */
  behind: () => number
  /** @param date an answer's `Date` header; what cannot be read changes nothing */
  hear: (date: string | null) => void
  /** Tells when the clock was put right; gives back the way to stop it. */
  subscribe: (listener: () => void) => () => void
}

/** The clock of a device, which is believed until a server is heard. */
export function createServerClock(device: () => Date): ServerClock {
  const listeners = new Set<() => void>()
  let behind = 0
  const now = () => new Date(device().getTime() + behind)
  return {
    now,
    behind: () => behind,
    hear(date) {
      const off = new Date(date ?? Number.NaN).getTime() - now().getTime()
      if (Number.isNaN(off) || Math.abs(off) < NEAR) return
      behind += off
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
