import { useLayoutEffect, useRef } from 'react'
import { Button } from '#kit/display/Button.tsx'
import type { Refetch } from '#kit/feedback/queryStatus.ts'

/** Refetches a query. When the button goes away with the error, the focus moves to the heading of the dialog or screen. */
export function RetryButton({ query }: { query: Refetch }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (!element || document.activeElement !== element) return
      const target = element.closest('[role=dialog]') ?? document.querySelector('h1')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button ref={button} kind="quiet" onClick={() => void query.refetch()} busy={query.isFetching}>
      Probar de nuevo
    </Button>
  )
}
