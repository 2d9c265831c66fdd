import { setTimeout as sleep } from 'node:timers/promises'
import { RateLimited } from '#server/http/errors.ts'

/** Longer than the longest of the works that it hides takes at rest, in milliseconds. */
const FLOOR = 120
/** Who comes to a mailbox about which so many are at it already is told to come back. */
export const MAX_QUEUED = 16
/** So many of them of one caller: whose mailbox it is finds a place in spite of them. */
export const MAX_PER_CALLER = 8

/**
 * Answers, well or badly, no sooner than a fixed time after its turn: whether there was somebody to
 * mail, to confirm or to refuse does not show in how long it took. Of one mailbox one has its turn at
 * a time, or it would show in how long many take at once: where there is an account, each waits for
 * its row, and holds a connection of the database meanwhile.
 * @param about the e-mail that is asked about, lower case
 * @param by the address of who asks
 * @throws TooMany when the line is full
 */
export type ConstantTimeQueue = <T>(
  asked: { about: string; by: string },
  work: () => Promise<T>,
) => Promise<T>

interface Line {
  /** Who is in it, the one at work among them. */
  callers: string[]
  /** Done with the last of them, well or badly. */
  done: Promise<unknown>
}

/** @param floor milliseconds */
export function createConstantTimeQueue(floor = FLOOR): ConstantTimeQueue {
  const lines = new Map<string, Line>()
  return async ({ about, by }, work) => {
    const line = lines.get(about) ?? { callers: [], done: Promise.resolve() }
    const { callers } = line
    const own = callers.filter((caller) => caller === by)
    if (callers.length >= MAX_QUEUED || own.length >= MAX_PER_CALLER) throw new RateLimited(2)
    lines.set(about, line)
    callers.push(by)
    const turn = line.done.then(() => Promise.allSettled([work(), sleep(floor)]))
    line.done = turn
    const [done] = await turn
    callers.splice(callers.indexOf(by), 1)
    if (callers.length === 0) lines.delete(about)
    if (done.status === 'rejected') throw done.reason
    return done.value
  }
}
