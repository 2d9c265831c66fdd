import type { SeededRandom } from '#db/demo/seededRandom.ts'
import type { Clock } from '#sandbox/clock.ts'

interface Timer {
  at: number
  run: () => void
}

/** The time and the randomness of a run, which nothing but the run moves. */
export class LabClock implements Clock {
  readonly #random: SeededRandom
  readonly #timers = new Set<Timer>()
  #now: number

  constructor(start: Date, random: SeededRandom) {
    this.#now = start.getTime()
    this.#random = random
  }

  now = (): number => this.#now
  date = (): Date => new Date(this.#now)
  advance(milliseconds: number): void {
    this.#now += milliseconds
  }

  /** Drawn from the seed. */
  random = (bytes: number): Buffer =>
    Buffer.from(Array.from({ length: bytes }, () => this.#random.integer(0, 255)))

  after = (milliseconds: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + Math.max(0, milliseconds), run }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Milliseconds until the next timer; undefined: there is none. */
  next(): number | undefined {
    const times = [...this.#timers].map(({ at }) => at)
    return times.length > 0 ? Math.max(0, Math.min(...times) - this.#now) : undefined
  }

  /** Moves the time to the next timer, and runs it. @returns whether there was one */
  runNext(): boolean {
    const [first] = [...this.#timers].toSorted((a, b) => a.at - b.at)
    if (!first) return false
    this.#timers.delete(first)
    this.#now = Math.max(this.#now, first.at)
    first.run()
    return true
  }
}
