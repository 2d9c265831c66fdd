import type { ApiError } from '#kit/api/apiError.ts'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { RetryButton } from '#kit/feedback/RetryButton.tsx'
import type { QueryState } from '#kit/api/callQueries.ts'

interface Props {
  of: Pick<QueryState<unknown>, 'again' | 'offline' | 'retrying'> & { failure: ApiError }
}

/** What could not be brought, and the way to try again. */
export function ErrorState({ of }: Props) {
  const { failure, offline, retrying } = of
  const sentence = offline ? 'Fijate si tenés wifi o datos y probá de nuevo.' : failure.message
  return (
    <div role="alert">
      <EmptyState
        picture={offline ? 'offline' : 'spill'}
        title={offline ? 'Estás sin conexión' : 'No pudimos cargar esto'}
        action={<RetryButton of={of} />}
      >
        {/* A second failure in the same words is read aloud all the same. */}
        {retrying ? 'Probando de nuevo…' : sentence}
      </EmptyState>
    </div>
  )
}
