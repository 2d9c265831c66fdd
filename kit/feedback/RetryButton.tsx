import { useLayoutEffect, useRef } from 'react'
import { Button } from '#kit/display/Button.tsx'
import type { QueryState } from '#kit/api/callQueries.ts'

/** Asks again for what failed. Once it is here the button is gone, and the focus goes on from the screen's heading. */
export function RetryButton({ of }: { of: Pick<QueryState<unknown>, 'again' | 'retrying'> }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const here = button.current
    return () => {
      if (!here || document.activeElement !== here) return
      const place = here.closest('[role=dialog]') ?? document.querySelector('h1')
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button ref={button} kind="quiet" onClick={of.again} busy={of.retrying}>
      Probar de nuevo
    </Button>
  )
}
