import type { ApiError } from '#kit/api/apiError.ts'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import type { QueryResult } from '#kit/feedback/queryStatus.ts'
import { RetryButton } from '#kit/feedback/RetryButton.tsx'

interface Props {
  query: Pick<QueryResult<unknown>, 'refetch' | 'isFetching'>
  error: ApiError
}

/** The error of a query without data, with a retry button. */
export function ErrorState({ query, error }: Props) {
  const offline = error.noAnswer
  const sentence = offline ? 'Fijate si tenés wifi o datos y probá de nuevo.' : error.message
  return (
    <div role="alert">
      <EmptyState
        picture={offline ? 'offline' : 'spill'}
        title={offline ? 'Estás sin conexión' : 'No pudimos cargar esto'}
        action={<RetryButton query={query} />}
      >
        {/* Without a change of text a screen reader would not announce a second, equal error. */}
        {query.isFetching ? 'Probando de nuevo…' : sentence}
      </EmptyState>
    </div>
  )
}
