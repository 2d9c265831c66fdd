import { useEffect } from 'react'

/** Keeps the screen on while the component is drawn, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let ended = false
    const request = async () => {
      // The browser releases the lock when the page is hidden.
      if (document.hidden || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (ended) await lock.release()
      } catch {
        // Refused, as with a low battery: the screen turns off as usual.
      }
    }
    void request()
    document.addEventListener('visibilitychange', request)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [])
}
