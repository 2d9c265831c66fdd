import type { IncomingMessage } from 'node:http'
import pLimit from 'p-limit'
import type { CallContract } from '#contract/call.ts'
import { Busy, Disconnected } from '#server/http/errors.ts'

/**
 * Running and waiting calls of a process: many more than keep its database busy, and seconds of work.
 * The logins that wait for their hash, 200 at most, leave places to other calls.
 */
const SIZE = { running: 384, waiting: 512 }

/** Runs a call when there is a place for it, first come first served. */
export type Admission = ReturnType<typeof createAdmission>

/**
 * Bounds the calls of a process, so that the work that waits after a stall is done in seconds. The
 * payments have places of their own: they may wait for the gateway, which must not delay other calls; and so have the calls
 * whose answers are held back.
 * @throws Busy when too many wait, Disconnected when the client has gone before its call began
 */
export function createAdmission({ running, waiting } = SIZE) {
  const [payments, held, others] = [pLimit(running), pLimit(running), pLimit(running)]
  return async <T>(
    { group, isHeld }: Pick<CallContract, 'group' | 'isHeld'>,
    { socket }: IncomingMessage,
    work: () => Promise<T>,
  ): Promise<T> => {
    const limit = isHeld ? held : group === 'payments' ? payments : others
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw new Busy()
    return await limit(() => {
      if (socket.destroyed) throw new Disconnected()
      return work()
    })
  }
}
