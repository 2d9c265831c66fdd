import { useIsFetching } from '@tanstack/react-query'
import { type AnyRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isFirstLoad } from '#kit/api/callQueries.ts'
import { SpinnerIcon } from '#kit/display/SpinnerIcon.tsx'

const LONG_WAIT = 700

/** The program's only spinner: for a route that is loading and for the first load of its queries. */
export function LoadingSpinner({ router }: { router: AnyRouter }) {
  const loading = useRouterState({ router, select: ({ isLoading }) => isLoading })
  const fetching = useIsFetching({ predicate: isFirstLoad })
  return <output>{(loading || fetching > 0) && <LongWait />}</output>
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
