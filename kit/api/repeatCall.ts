import { useSyncExternalStore } from 'react'
import { ApiError } from '#kit/api/apiError.ts'

/** The longest base of a wait in seconds; with the random part a call is sent again within three. */
const LONGEST_WAIT = 2

/** The number of calls that are being repeated. */
let repeated = 0
const listeners = new Set<() => void>()

function count(change: 1 | -1): void {
  repeated += change
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a call is being repeated: the server has not answered its first try. */
export const useRepeating = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => repeated > 0,
    () => false,
  )

/**
 * Sends a call again while it fails by an error that may pass, as during a change of the database's
 * primary. Each error says how long (`ApiError.repeatMs`). The random part of a wait keeps devices from
 * calling at the same moment.
 * @param send one try
 * @param random a number from 0 to below 1
 * @throws the last error, or the signal's reason
 */
export async function repeatCall<T>(
  send: () => Promise<T>,
  random: () => number,
  signal?: AbortSignal,
): Promise<T> {
  const startedAt = performance.now()
  let tries = 0
  try {
    for (;;) {
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof ApiError) || performance.now() - startedAt >= error.repeatMs)
          throw error
        tries += 1
        if (tries === 1) count(1)
        const base = Math.min(error.retryAfter ?? tries, LONGEST_WAIT)
        await wait((base + random()) * 1000, signal)
      }
    }
  } finally {
    if (tries > 0) count(-1)
  }
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
