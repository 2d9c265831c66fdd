import type { CallFailure } from '#kit/api/apiError.ts'
import { Empty } from '#kit/feedback/EmptyState.tsx'
import { Retry } from '#kit/feedback/RetryButton.tsx'
import type { Answered } from '#kit/api/callQueries.ts'

interface Props {
  of: Pick<Answered<unknown>, 'again' | 'offline' | 'retrying'> & { failure: CallFailure }
}

/** What could not be brought, and the way to try again. */
export function Failure({ of }: Props) {
  const { failure, offline, retrying } = of
  const sentence = offline ? 'Fijate si tenés wifi o datos y probá de nuevo.' : failure.message
  return (
    <div role="alert">
      <Empty
        picture={offline ? 'offline' : 'spill'}
        title={offline ? 'Estás sin conexión' : 'No pudimos cargar esto'}
        action={<Retry of={of} />}
      >
        {/* A second failure in the same words is read aloud all the same. */}
        {retrying ? 'Probando de nuevo…' : sentence}
      </Empty>
    </div>
  )
}
