import { useState } from 'react'

/**
 * A value, and while there is none the last one: what a sheet or a dialog shows during its closing
 * animation. Give it a value that is the same object at each drawing.
 */
export function useLastDefined<T>(value: T | null | undefined): T | null | undefined {
  const [last, setLast] = useState(value)
  const shown = value ?? last
  if (shown !== last) setLast(shown)
  return shown
}
