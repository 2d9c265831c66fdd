import { randomBytes } from 'node:crypto'

/** Time and chance, as everything here receives them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs something once after so many milliseconds; call the result to forget it. */
  after(ms: number, run: () => void): () => void
  /** Bytes that nobody can guess. */
  random(bytes: number): Buffer
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, Math.max(0, ms))
    return () => clearTimeout(timer)
  },
  random: (bytes) => randomBytes(bytes),
}
