import { useIsFetching } from '@tanstack/react-query'
import { type AnyRouter, useRouterState } from '@tanstack/react-router'
import { isFirstLoad } from '#kit/api/callQueries.ts'
import { Spinner } from '#kit/feedback/Spinner.tsx'

/** The program's only spinner: for a route that is loading and for the first load of its queries. */
export function LoadingSpinner({ router }: { router: AnyRouter }) {
  const loading = useRouterState({ router, select: ({ isLoading }) => isLoading })
  const fetching = useIsFetching({ predicate: isFirstLoad })
  return <Spinner waiting={loading || fetching > 0} />
}
