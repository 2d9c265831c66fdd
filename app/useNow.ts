import { useEffect, useState } from 'react'
import { useApp } from '#app/context.ts'

/** The instant to draw by, renewed when the person comes back: a phone keeps a screen overnight. */
export function useNow(): Date {
  const { now } = useApp()
  const [instant, setInstant] = useState(now)
  useEffect(() => {
    const renew = () => {
      if (!document.hidden) setInstant(now())
    }
    document.addEventListener('visibilitychange', renew)
    return () => document.removeEventListener('visibilitychange', renew)
  }, [now])
  return instant
}
