import { randomBytes } from 'node:crypto'

/** Time and randomness, passed to every part of the sandbox. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs a function once after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
  /** Cryptographically secure random bytes. */
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
