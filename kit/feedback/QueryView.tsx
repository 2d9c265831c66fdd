import type { ReactNode } from 'react'
import { Failure } from '#kit/feedback/ErrorState.tsx'
import { Stale } from '#kit/feedback/StaleDataBadge.tsx'
import type { Answered } from '#kit/api/callQueries.ts'

interface Props<T> {
  of: Answered<T>
  /** Holds the place while the first answer is on its way: a Skeleton of the same shape. */
  hold: ReactNode
  children: (answer: T) => ReactNode
}

/** Draws an answer, or how its question stands: on its way, failed, offline, kept from earlier. */
export function Shown<T>({ of, hold, children }: Props<T>) {
  if (of.state === 'waiting') return hold
  if (of.state === 'failed') {
    return <Failure of={of} />
  }
  return (
    <>
      <Stale of={of} />
      {children(of.answer)}
    </>
  )
}
