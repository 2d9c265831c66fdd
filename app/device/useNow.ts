import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '#app/context.ts'

/**
 * The current time for drawing. It is renewed when the page becomes visible again, since a phone
 * may show a screen for days, and when an answer of the server corrects the device's clock.
 * @param tickMs also renews it at this interval, for what changes at a minute of the day
 */
export function useNow(tickMs?: number): Date {
  const { clock } = useApp()
  const offset = useSyncExternalStore(clock.subscribe, clock.offset)
  const [previousOffset, setPreviousOffset] = useState(offset)
  const [now, setNow] = useState(clock.now)
  if (offset !== previousOffset) {
    setPreviousOffset(offset)
    setNow(clock.now)
  }
  useEffect(() => {
    const update = () => {
      if (!document.hidden) setNow(clock.now)
    }
    document.addEventListener('visibilitychange', update)
    const timer = tickMs === undefined ? undefined : setInterval(update, tickMs)
    return () => {
      document.removeEventListener('visibilitychange', update)
      clearInterval(timer)
    }
  }, [clock, tickMs])
  return now
}
