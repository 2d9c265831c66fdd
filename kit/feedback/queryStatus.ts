import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, noAnswer } from '#kit/api/apiError.ts'

export type QueryResult<T> = UseQueryResult<T> | UseInfiniteQueryResult<T>

export interface Refetch {
  refetch: () => Promise<unknown>
  isFetching: boolean
}

/** Whether data are shown that the last refetch could not refresh. A next page that failed does not count. */
export const isStale = ({ isPaused, isRefetchError }: QueryResult<unknown>) =>
  isPaused || isRefetchError

/** Whether data are shown that were stored on the device, and the server has not answered yet. */
export const isFromStorage = ({ data, isFetched }: QueryResult<unknown>) =>
  data !== undefined && !isFetched

/** Whether a query waits for a network, or its last try had none. */
export const isOffline = ({ isPaused, failureReason }: QueryResult<unknown>) =>
  isPaused || failureReason?.noAnswer === 'offline'

/**
 * The error of a query without data, also while it is being retried; null while it loads for the
 * first time. TanStack clears `error` when a retry starts: without this the retry button would be
 * replaced by the skeleton and lose the focus.
 */
export function useLoadingError({
  data,
  error,
  isPaused,
  isPlaceholderData,
  errorUpdateCount,
}: QueryResult<unknown>): ApiError | null {
  const [last, setLast] = useState<ApiError | null>(null)
  // What another query answered stands for this one while it loads, and not while it cannot.
  const loaded = data !== undefined && !(isPlaceholderData && isPaused)
  // A query that starts offline does not run: it would show its skeleton for ever.
  const current = loaded ? null : (error ?? (isPaused ? OFFLINE : null))
  if (current && current !== last) setLast(current)
  if (loaded && last) setLast(null)
  if (loaded) return null
  return current ?? (errorUpdateCount > 0 ? last : null)
}

const OFFLINE = noAnswer('offline')
