import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Rows of the first rendering: more than the tallest phone shows. */
const FIRST_ROWS = 20

interface Props<T> {
  items: readonly T[]
  children: (shown: readonly T[]) => ReactNode
}

/** Draws the first rows of a long list, and all of them in a later rendering that taps interrupt. */
export function GradualList<T>({ items, children }: Props<T>) {
  const [count, setCount] = useState(FIRST_ROWS)
  useEffect(() => {
    startTransition(() => setCount(Number.POSITIVE_INFINITY))
  }, [])
  const missing = items.length - Math.min(items.length, count)
  return (
    <>
      {children(missing === 0 ? items : items.slice(0, count))}
      {/* The height of a row as the styles estimate it (`list-row`): Back finds its scroll position. */}
      {missing > 0 && <div aria-hidden="true" style={{ height: `${missing * 4.5}rem` }} />}
    </>
  )
}
