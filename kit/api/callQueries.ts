import {
  type Query,
  QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { toStamp } from '#contract/dates.ts'
import type { AnswerOf, RequestOf, Service } from '#contract/service.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { ApiError, transportError } from '#kit/api/apiError.ts'
import { useStickyError } from '#kit/api/useStickyError.ts'
import { type AsyncAction, useAsyncAction } from '#kit/api/useAsyncAction.ts'

/** How long an answer counts as fresh, in milliseconds, unless the program says otherwise. */
const FRESH = 30_000
/** Answers that stay for the whole visit: the list of stations is fetched once. */
const FOR_THE_VISIT: readonly unknown[] = ['branches']

/** A question to a service and its place in the cache: name and params, nothing else. */
const question = <S extends Service>(service: S, params: RequestOf<S>) => ({
  queryKey: [service.name, params] as const,
  meta: { service },
})

/** The answers had so far and the way to ask for more. One per program, given to QueryClientProvider. */
export class CallQueryClient extends QueryClient {
  readonly call: Call

  constructor(call: Call, fresh = FRESH) {
    super({
      defaultOptions: {
        queries: {
          queryFn: ({ queryKey, meta, signal }) =>
            call(meta?.service as Service, queryKey[1] as RequestOf<Service>, { signal }),
          staleTime: ({ queryKey }) => (FOR_THE_VISIT.includes(queryKey[0]) ? Infinity : fresh),
          // A business no stays a no; what the network lost is asked twice more.
          retry: (times, error) => error instanceof ApiError && error.outcomeUnknown && times < 2,
        },
      },
    })
    this.call = call
  }
}

/** Starts a question early, beside the screen's own chunk; an answer that is still fresh is kept. */
export function prefetch<S extends Service>(
  answers: CallQueryClient,
  service: S,
  params: RequestOf<S>,
): void {
  void answers.prefetchQuery(question(service, params))
}

/** Whether a question was never answered in any way. What failed has a button of its own, which turns. */
export const isFirstLoad = ({ state }: Query): boolean =>
  state.data === undefined && state.errorUpdateCount === 0

interface Standing {
  /** No network now; what is shown, if anything, is from `at`. */
  offline: boolean
  /** A newer answer is on its way behind what is shown. */
  refreshing: boolean
  /** It failed and is being asked again. */
  retrying: boolean
  /** When the answer was had, `yyyyMMddHHmmss`; empty without one. */
  at: string
  /** Asks again. */
  again: () => void
}
/** How a question stands. With an answer, `failure` says that refreshing it did not work. */
export type QueryState<T> = Standing &
  (
    | { state: 'here'; answer: T; failure: ApiError | null }
    | { state: 'waiting'; answer: undefined; failure: null }
    | { state: 'failed'; answer: undefined; failure: ApiError }
  )

/**
 * Asks a service and keeps the screen up to date with its answer.
 * @param params null while what to ask is not known yet; it then stays `waiting`
 */
export function useCallQuery<S extends Service>(
  service: S,
  params: RequestOf<S> | null,
): QueryState<AnswerOf<S>> {
  const asked = question(service, params ?? ({} as RequestOf<S>))
  const query = useQuery<AnswerOf<S>>({ ...asked, enabled: params !== null })
  return useStickyError(toQueryState(query), JSON.stringify(asked.queryKey))
}

/**
 * What TanStack says of a question, in the words of the screens.
 * @param error what went wrong with the question itself
 */
export function toQueryState<T>(
  query: Pick<
    UseQueryResult<T>,
    'data' | 'error' | 'isFetching' | 'fetchStatus' | 'dataUpdatedAt'
  > & { refetch: () => unknown },
  error: Error | null = query.error,
): QueryState<T> {
  const failure = error && toApiError(error)
  const paused = query.fetchStatus === 'paused'
  const standing: Standing = {
    offline: paused || failure?.noAnswer === true,
    refreshing: query.isFetching && query.data !== undefined,
    retrying: false,
    at: query.data === undefined ? '' : toStamp(new Date(query.dataUpdatedAt)),
    again: () => void query.refetch(),
  }
  if (query.data !== undefined) {
    return { ...standing, state: 'here', answer: query.data, failure }
  }
  if (failure) return { ...standing, state: 'failed', answer: undefined, failure }
  // Offline from the start: nothing is under way, so waiting would never end.
  if (paused) return { ...standing, state: 'failed', answer: undefined, failure: transportError(0) }
  return { ...standing, state: 'waiting', answer: undefined, failure: null }
}

/** An action made of one call. @param stale the services whose answers it makes old */
export function useCallMutation<S extends Service>(
  service: S,
  stale: readonly Service[] = [],
): AsyncAction<RequestOf<S>, AnswerOf<S>> {
  const answers = useQueryClient() as CallQueryClient
  return useAsyncAction(async (params: RequestOf<S>) => {
    try {
      return await answers.call(service, params)
    } finally {
      // Also after a failure: when its outcome is unknown it may have been done.
      for (const { name } of stale) void answers.invalidateQueries({ queryKey: [name] })
    }
  })
}

export const toApiError = (error: Error) => (error instanceof ApiError ? error : transportError(0))
