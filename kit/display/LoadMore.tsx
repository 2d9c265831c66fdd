import { useEffect, useRef, useState } from 'react'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Button } from '#kit/display/Button.tsx'
import type { NextPage } from '#kit/api/useInfiniteCall.ts'

interface Props {
  /** The way to the next page; null when nothing follows. */
  more: NextPage | null
  /** Lines that are in sight by now. */
  count: number
  /** What they are all of, as in `en este período`. */
  within: string
}

/** The foot of a list in pages. It belongs to one question: give it that question as its key. */
export function LoadMore({ more, count, within }: Props) {
  const [asked, setAsked] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  const ended = asked && !more
  useEffect(() => {
    // The button is gone with the last page, and would take the focus with it.
    if (ended) end.current?.focus({ preventScroll: true })
  }, [ended])
  return (
    <>
      <output className="sr-only">{count} a la vista</output>
      {more?.failure && (
        <Alert tone="bad">
          {more.failure.noAnswer
            ? 'No pudimos traer lo que sigue: fijate si tenés conexión.'
            : more.failure.message}
        </Alert>
      )}
      {more && (
        <Button
          kind="quiet"
          wide
          busy={more.busy}
          onClick={() => {
            setAsked(true)
            more.ask()
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
