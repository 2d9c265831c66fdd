import type { ReactNode } from 'react'
import { ErrorState } from '#kit/feedback/ErrorState.tsx'
import { StaleDataBadge } from '#kit/feedback/StaleDataBadge.tsx'
import type { QueryState } from '#kit/api/callQueries.ts'

interface Props<T> {
  of: QueryState<T>
  /** Holds the place while the first answer is on its way: a Skeleton of the same shape. */
  hold: ReactNode
  children: (answer: T) => ReactNode
}

/** Draws an answer, or how its question stands: on its way, failed, offline, kept from earlier. */
export function QueryView<T>({ of, hold, children }: Props<T>) {
  if (of.state === 'waiting') return hold
  if (of.state === 'failed') {
    return <ErrorState of={of} />
  }
  return (
    <>
      <StaleDataBadge of={of} />
      {children(of.answer)}
    </>
  )
}
