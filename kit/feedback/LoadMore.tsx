import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'

interface Props {
  query: UseInfiniteQueryResult
  /** Lines drawn so far. */
  count: number
  /** The end of the sentence that counts them all, as `en este período`. */
  within: string
}

/** The end of a list in pages. Give it a `key` that changes with the fields of its query. */
export function LoadMore({ query, count, within }: Props) {
  const [pressed, setPressed] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  const ended = pressed && !query.hasNextPage
  useEffect(() => {
    // The button goes away with the last page and would take the focus with it.
    if (ended) end.current?.focus({ preventScroll: true })
  }, [ended])
  return (
    <>
      <output className="sr-only">{count} a la vista</output>
      {query.isFetchNextPageError && (
        <Alert tone="bad">
          {query.error?.noAnswer
            ? 'No pudimos traer lo que sigue: fijate si tenés conexión.'
            : query.error?.message}
        </Alert>
      )}
      {query.hasNextPage && (
        <Button
          kind="quiet"
          wide
          busy={query.isFetchingNextPage && !query.isPaused}
          onClick={() => {
            setPressed(true)
            void query.fetchNextPage()
          }}
        >
          Ver más
        </Button>
      )}
      {ended && (
        <p ref={end} tabIndex={-1} className="text-center text-sm text-soft">
          Eso es todo: {count} {within}.
        </p>
      )}
    </>
  )
}
