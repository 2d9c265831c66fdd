import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the longest of the works that it hides takes at rest, in milliseconds. */
const FLOOR = 120

/**
 * Answers, well or badly, no sooner than a fixed time after it began: whether there was somebody to
 * mail, to confirm or to refuse does not show in how long it took.
 */
export async function paced<T>(work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), sleep(FLOOR)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
