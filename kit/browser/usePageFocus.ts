import { useEffect, useRef } from 'react'

/** Whether some screen was already shown: the first one keeps the focus where the browser put it. */
let shown = false

/**
 * A screen has arrived: names the browser's tab and takes the focus to its heading,
 * so that a keyboard or a screen reader goes on from there.
 * @returns the ref of the heading, which needs `tabIndex={-1}`
 */
export function usePageFocus(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Surtidor`
  }, [title])
  useEffect(() => {
    if (shown) heading.current?.focus({ preventScroll: true })
    shown = true
  }, [])
  return heading
}
