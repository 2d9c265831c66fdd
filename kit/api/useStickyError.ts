import { useState } from 'react'
import type { ApiError } from '#kit/api/apiError.ts'
import type { QueryState } from '#kit/api/callQueries.ts'

/**
 * A question that failed goes on as failed while it is asked again, so that its button turns and
 * keeps the focus: TanStack forgets the failure at once, and it would seem never asked.
 * @param question names it, since one place may come to ask another
 */
export function useStickyError<T>(now: QueryState<T>, question: string): QueryState<T> {
  const [kept, setKept] = useState<{ question: string; failure: ApiError }>()
  const before = kept?.question === question ? kept.failure : undefined
  if (now.state === 'failed' && now.failure.message !== before?.message)
    setKept({ question, failure: now.failure })
  if (now.state === 'here' && kept) setKept(undefined)
  if (now.state !== 'waiting' || !before) return now
  return { ...now, state: 'failed', failure: before, offline: before.noAnswer, retrying: true }
}
