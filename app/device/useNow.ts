import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '#app/context.ts'

/**
 * The instant to draw by, renewed when the person comes back (a phone keeps a screen overnight) and
 * when a server's clock puts the device's right, as the first answer may.
 */
export function useNow(): Date {
  const { clock } = useApp()
  const behind = useSyncExternalStore(clock.subscribe, clock.offset)
  const [known, setKnown] = useState(behind)
  const [instant, setInstant] = useState(clock.now)
  if (behind !== known) {
    setKnown(behind)
    setInstant(clock.now)
  }
  useEffect(() => {
    const renew = () => {
      if (!document.hidden) setInstant(clock.now)
    }
    document.addEventListener('visibilitychange', renew)
    return () => document.removeEventListener('visibilitychange', renew)
  }, [clock])
  return instant
}
