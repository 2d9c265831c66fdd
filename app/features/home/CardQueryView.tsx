import { CloudAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiError, NoAnswer } from '#kit/api/apiError.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { RetryButton, StaleDataBadge } from '#kit/feedback/QueryView.tsx'
import { type QueryResult, useLoadingError } from '#kit/feedback/queryStatus.ts'

interface Props<T> {
  query: QueryResult<T>
  /** The thing that could not be loaded, as the end of a sentence: `tus avisos`. */
  what: string
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** A QueryView for one block of a screen: its error takes the size of a card. */
export function CardQueryView<T>({ query, what, skeleton, children }: Props<T>) {
  const error = useLoadingError(query)
  if (error) {
    const icon = error.noAnswer ? WifiOff : CloudAlert
    return (
      <Card>
        <div role="alert" className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <IconCircle icon={icon} tone="neutral" />
          <p className="min-w-0 flex-1 basis-[9rem]">{errorText(error, query.isFetching, what)}</p>
          <RetryButton query={query} />
        </div>
      </Card>
    )
  }
  if (query.data === undefined) return skeleton
  return (
    <div className="flex flex-col gap-2">
      <StaleDataBadge query={query} quiet />
      {children(query.data)}
    </div>
  )
}

function errorText({ noAnswer }: ApiError, isRetrying: boolean, what: string) {
  // A screen reader does not announce a second, equal error unless the text changes in between.
  if (isRetrying) return 'Probando de nuevo…'
  return noAnswer === null
    ? `No pudimos traer ${what}.`
    : `${REASONS[noAnswer]}: no pudimos traer ${what}.`
}

const REASONS: Record<NoAnswer, string> = {
  offline: 'Estás sin conexión',
  timeout: 'La respuesta no llegó en un minuto',
  unreachable: 'No pudimos conectarnos',
}
