/** Smaller differences, in milliseconds, are not corrected: they may be the time that the answer took. */
const TOLERANCE = 60_000

/** The device's clock, corrected by the server's: with a slow clock a period that ends today would miss the last movements. */
export interface ServerClock {
  now: () => Date
  /** The correction in milliseconds; positive when the device is behind. */
  offset: () => number
  /** @param date the `Date` header of an answer; one that does not parse is ignored */
  syncWith: (date: string | null) => void
  /** Notifies of corrections. @returns the function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}

/** @param deviceNow the device's clock, used uncorrected until the first `syncWith` */
export function createServerClock(deviceNow: () => Date): ServerClock {
  const listeners = new Set<() => void>()
  let offset = 0
  const now = () => new Date(deviceNow().getTime() + offset)
  return {
    now,
    offset: () => offset,
    syncWith(date) {
      const difference = new Date(date ?? Number.NaN).getTime() - now().getTime()
      if (Number.isNaN(difference) || Math.abs(difference) < TOLERANCE) return
      offset += difference
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
