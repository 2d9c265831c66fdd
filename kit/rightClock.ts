/** How far a device's clock may be off and still be believed, in milliseconds: an answer takes its time to come. */
const NEAR = 60_000

/** A device's clock, put right by a server's: one that is slow would leave what was just done out of today. */
export function openClock(device: () => Date) {
  /** Milliseconds that the device is behind. */
  let behind = 0
  return {
    now: () => new Date(device().getTime() + behind),
    /** @param date an answer's `Date` header; what cannot be read changes nothing */
    hear: (date: string | null) => {
      const off = new Date(date ?? Number.NaN).getTime() - device().getTime()
      if (!Number.isNaN(off)) behind = Math.abs(off) < NEAR ? 0 : off
    },
  }
}
