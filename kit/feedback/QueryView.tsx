import type { ReactNode } from 'react'
import { ErrorState } from '#kit/feedback/ErrorState.tsx'
import { type QueryResult, useLoadingError } from '#kit/feedback/queryStatus.ts'
import { StaleDataBadge } from '#kit/feedback/StaleDataBadge.tsx'

interface Props<T> {
  query: QueryResult<T>
  /** Drawn during the first load: a Skeleton of the shape of the content. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Draws the data of a query, with a badge when they could not be refreshed, or its error, or the skeleton. */
export function QueryView<T>({ query, skeleton, children }: Props<T>) {
  const error = useLoadingError(query)
  if (error) return <ErrorState query={query} error={error} />
  if (query.data === undefined) return skeleton
  return (
    <>
      <StaleDataBadge query={query} />
      {children(query.data)}
    </>
  )
}
