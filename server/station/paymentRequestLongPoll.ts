import type { FastifyBaseLogger } from 'fastify'
import type { PaymentRequestState } from '#contract/entities/paymentRequest.ts'
import type { Db } from '#db/core/db.ts'
import { statesOf } from '#db/payments/paymentRequests.ts'

/** Milliseconds between two looks at the requests that tills wait for: an outcome is told within two. */
const LOOK_MS = 700

interface Waiting {
  id: string
  known: PaymentRequestState
  done: () => void
}

export type PaymentRequestLongPoll = ReturnType<typeof createPaymentRequestLongPoll>

/**
 * Holds calls until a payment request has another state. One statement for all calls of the process
 * looks every 700 ms, so that it does not matter which process changed the state.
 */
export function createPaymentRequestLongPoll(db: Db, log: Pick<FastifyBaseLogger, 'warn'>) {
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function look(): Promise<void> {
    try {
      const states = await statesOf(db, [...new Set([...waiting].map(({ id }) => id))])
      for (const { id, known, done } of waiting)
        if (states.some((row) => row.id === id && row.state !== known)) done()
    } catch (error) {
      log.warn(
        { event: 'payment_request.look_failed', err: error },
        'The payment requests that tills wait for could not be read.',
      )
    }
    timer = waiting.size > 0 && !isStopped ? setTimeout(look, LOOK_MS) : undefined
  }

  return {
    /** Resolves when the request has another state than `known`, after `ms` milliseconds, or at a shutdown. */
    change: async (id: string, known: PaymentRequestState, ms: number): Promise<void> => {
      if (isStopped) return
      const { promise, resolve: done } = Promise.withResolvers<void>()
      const one = { id, known, done }
      const end = setTimeout(done, ms)
      waiting.add(one)
      timer ??= setTimeout(look, LOOK_MS)
      await promise
      clearTimeout(end)
      waiting.delete(one)
    },
    /** Answers all calls that are held, and holds no more. */
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      for (const { done } of waiting) done()
    },
  }
}
