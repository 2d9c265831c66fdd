import type { ApiError, NoAnswer } from '#kit/api/apiError.ts'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import type { Refetch } from '#kit/feedback/queryStatus.ts'
import { RetryButton } from '#kit/feedback/RetryButton.tsx'

interface Props {
  query: Refetch
  error: ApiError
}

/** The sentence for the user about a call without an answer. */
const NO_ANSWER: Record<NoAnswer, { title: string; text: string }> = {
  offline: {
    title: 'Estás sin conexión',
    text: 'Fijate si tenés wifi o datos y probá de nuevo.',
  },
  timeout: {
    title: 'Está tardando demasiado',
    text: 'Esperamos un minuto y la respuesta no llegó. Puede ser tu conexión o nuestro servicio: probá de nuevo.',
  },
  unreachable: {
    title: 'No pudimos conectarnos',
    text: 'Puede ser tu conexión o nuestro servicio: probá de nuevo en un momento.',
  },
}

/** The error of a query without data, with a retry button. */
export function ErrorState({ query, error }: Props) {
  const { title, text } = error.noAnswer
    ? NO_ANSWER[error.noAnswer]
    : { title: 'No pudimos cargar esto', text: error.message }
  return (
    <div role="alert">
      <EmptyState
        picture={error.noAnswer ? 'offline' : 'spill'}
        title={title}
        action={<RetryButton query={query} />}
      >
        {/* Without a change of text a screen reader would not announce a second, equal error. */}
        {query.isFetching ? 'Probando de nuevo…' : text}
      </EmptyState>
    </div>
  )
}
