import { useEffect, useState } from 'react'
import { useApp } from '#app/context.ts'
import { useNow } from '#app/device/useNow.ts'

/** Milliseconds between two readings of the clock. */
const TICK_MS = 30_000

/** The current time, renewed every half a minute, for what changes at a minute of the day. */
export function useCurrentMinute(): Date {
  const { clock } = useApp()
  const shown = useNow()
  const [ticked, setTicked] = useState(shown)
  useEffect(() => {
    const timer = setInterval(() => setTicked(clock.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [clock])
  return ticked > shown ? ticked : shown
}
