import { CloudAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Card } from '#kit/display/Card.tsx'
import { RetryButton } from '#kit/feedback/RetryButton.tsx'
import { StaleDataBadge } from '#kit/feedback/StaleDataBadge.tsx'
import type { QueryState } from '#kit/api/callQueries.ts'

interface Props<T> {
  of: QueryState<T>
  /** What could not be brought, as the end of a sentence: `tus avisos`. */
  what: string
  /** Holds the place while the first answer is on its way. */
  hold: ReactNode
  children: (answer: T) => ReactNode
}

/** Shown, for one block among others: what fails takes a card and leaves the rest in peace. */
export function QueryViewCompact<T>({ of, what, hold, children }: Props<T>) {
  if (of.state === 'waiting') return hold
  if (of.state === 'failed') {
    const Icon = of.offline ? WifiOff : CloudAlert
    return (
      <Card>
        <div role="alert" className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <IconCircle tone="neutral">
            <Icon size={20} />
          </IconCircle>
          <p className="min-w-0 flex-1 basis-[9rem]">{failureText(of, what)}</p>
          <RetryButton of={of} />
        </div>
      </Card>
    )
  }
  if (!of.offline && !of.failure) return children(of.answer)
  return (
    <div className="flex flex-col gap-2">
      <StaleDataBadge of={of} quiet />
      {children(of.answer)}
    </div>
  )
}

function failureText({ offline, retrying }: QueryState<unknown>, what: string) {
  // A second failure in the same words is read aloud all the same.
  if (retrying) return 'Probando de nuevo…'
  return offline ? `Estás sin conexión: no pudimos traer ${what}.` : `No pudimos traer ${what}.`
}
