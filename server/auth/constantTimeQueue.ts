import { setTimeout as sleep } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { RateLimited } from '#server/http/errors.ts'

/** The least time of a request's turn, in milliseconds: longer than the slowest request takes at rest. */
const MIN_DURATION_MS = 120
/** Requests for one email address, running or queued; a further one is refused. */
export const MAX_QUEUED = 16
/** Those of one caller: the owner of the address finds room although a stranger floods it. */
export const MAX_PER_CALLER = 8

/**
 * Runs requests that must not reveal whether an email address has an account. Each takes a minimum
 * duration whether it succeeds or fails. The requests for one address run one at a time: where there
 * is an account each waits for its row lock, and without the queue a burst of them would take longer
 * than for an unknown address and hold a database connection each.
 * @param request `key`: the email address, in lower case; `caller`: the caller's network address
 * @throws RateLimited when the queue is full
 */
export type ConstantTimeQueue = <T>(
  request: { key: string; caller: string },
  work: () => Promise<T>,
) => Promise<T>

/** @param minDuration milliseconds */
export function createConstantTimeQueue(minDuration = MIN_DURATION_MS): ConstantTimeQueue {
  /** By key: the turns, and the caller of each request that is running or queued. */
  const queues = new Map<string, { limit: LimitFunction; callers: string[] }>()
  return async ({ key, caller }, work) => {
    const queue = queues.get(key) ?? { limit: pLimit(1), callers: [] }
    const { limit, callers } = queue
    const ofCaller = callers.filter((one) => one === caller)
    if (callers.length >= MAX_QUEUED || ofCaller.length >= MAX_PER_CALLER) throw new RateLimited(2)
    queues.set(key, queue)
    callers.push(caller)
    const [result] = await limit(() => Promise.allSettled([work(), sleep(minDuration)]))
    callers.splice(callers.indexOf(caller), 1)
    if (callers.length === 0) queues.delete(key)
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
}
