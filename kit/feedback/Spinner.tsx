import { useEffect, useState } from 'react'
import { SpinnerIcon } from '#kit/display/SpinnerIcon.tsx'

/** Milliseconds before the spinner appears. */
const LONG_WAIT = 700

/** The sign of a long wait. Each program draws one, at its root. */
export function Spinner({ waiting }: { waiting: boolean }) {
  return <output>{waiting && <LongWait />}</output>
}

function LongWait() {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_WAIT)
    return () => clearTimeout(timer)
  }, [])
  if (!long) return null
  return (
    <span className="pointer-events-none fixed inset-x-0 bottom-[max(var(--bottom-bar)+1rem,env(safe-area-inset-bottom))] z-40 flex justify-center">
      <span className="flex animate-rise items-center gap-2.5 rounded-full bg-ink px-4 py-2.5 text-sm font-medium text-paper shadow-float">
        <SpinnerIcon size={18} />
        Un momento…
      </span>
    </span>
  )
}
