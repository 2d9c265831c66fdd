import { useEffect, useRef } from 'react'

/** Whether a screen was drawn before: the first one leaves the focus where the browser put it. */
let shown = false

/**
 * Sets the title of the browser's tab and moves the focus to the screen's heading, so that
 * keyboard and screen reader continue from there.
 * @returns the ref of the heading, which needs `tabIndex={-1}`
 */
export function usePageFocus(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Surtidor`
  }, [title])
  useEffect(() => {
    // A field that the screen itself has focused keeps the focus.
    const isFocusInside = document.querySelector('main')?.contains(document.activeElement)
    if (shown && !isFocusInside) heading.current?.focus({ preventScroll: true })
    shown = true
  }, [])
  return heading
}
