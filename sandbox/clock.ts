import { randomBytes } from 'node:crypto'

/** Time and randomness, passed in the context. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` once after `ms` milliseconds; returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void
  /** Cryptographically random bytes. */
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
