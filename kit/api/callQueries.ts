import {
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { type ApiError, toApiError } from '#kit/api/apiError.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

// A microtask, unlike the default timer, draws a button as busy before the second click of a double click.
notifyManager.setScheduler(queueMicrotask)

/** Milliseconds for which an answer counts as fresh, unless the program sets another time. */
const STALE_TIME = 30_000

/** Milliseconds until a visible query asks again for an answer that it did not get. */
const [FIRST_POLL, LONGEST_POLL] = [5_000, 60_000]

/** The key of a call in the cache is its name and fields; `meta` carries the contract to the query function. */
export const callQueryOptions = <S extends CallContract>(contract: S, fields: RequestOf<S>) => ({
  queryKey: [contract.name, fields] as const,
  meta: { contract },
})

/** TanStack's client with one query function for all calls. One per program. */
export class CallQueryClient extends QueryClient {
  readonly call: Call
  /** Delays the refetch of a query that has an answer: at once it would delay the frame that draws it. */
  beforeRefetch: (() => Promise<void>) | undefined

  /** The time of the first query without an answer since the last answer. */
  private unansweredSince: number | undefined

  constructor(call: Call, staleTime = STALE_TIME) {
    super({
      queryCache: new QueryCache({
        onSuccess: () => {
          this.unansweredSince = undefined
        },
        onError: (error, { state }) => {
          if (error.outcomeUnknown) this.unansweredSince ??= state.errorUpdatedAt
        },
      }),
      defaultOptions: {
        queries: {
          queryFn: ({ queryKey, meta, signal }) =>
            this.callFor(
              queryKey,
              meta?.contract as CallContract,
              queryKey[1] as RequestOf<CallContract>,
              signal,
            ),
          staleTime,
          // The call repeats itself.
          retry: false,
          // While the page is visible. Each wait is half as long as the server has not answered.
          refetchInterval: ({ state: { error, errorUpdatedAt } }) => {
            if (!error?.outcomeUnknown) return false
            const unanswered = errorUpdatedAt - (this.unansweredSince ?? errorUpdatedAt)
            return Math.min(Math.max(unanswered / 2, FIRST_POLL), LONGEST_POLL)
          },
          refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
        },
        // Without a network a mutation fails at once instead of waiting; its fields (passwords) leave memory with the screen.
        mutations: { networkMode: 'always', gcTime: 0 },
      },
    })
    this.call = call
  }

  /** Also restarts a first load: TanStack keeps one in flight, whose answer may be older than the change. */
  override invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    const inFirstLoad = { ...filters, type: 'active', predicate: isFirstLoad } as const
    void this.cancelQueries(inFirstLoad, { silent: true })
    return super.invalidateQueries(filters, options)
  }

  async callFor<S extends CallContract>(
    queryKey: QueryKey,
    contract: S,
    fields: RequestOf<S>,
    signal: AbortSignal,
  ): Promise<AnswerOf<S>> {
    if (this.getQueryData(queryKey) !== undefined) await this.beforeRefetch?.()
    // A server that has not answered for longer is asked once, at each interval.
    const once = this.unansweredSince !== undefined
    return await this.call(contract, fields, { signal, once }).catch(throwApiError)
  }
}

/** Starts a query while its screen's chunk is still loading. A fresh answer is not fetched again. */
export function prefetch<S extends CallContract>(
  client: CallQueryClient,
  contract: S,
  fields: RequestOf<S>,
): void {
  void client.prefetchQuery(callQueryOptions(contract, fields))
}

/** Whether a query has had neither an answer nor an error yet. A retry shows in its own button. */
export const isFirstLoad = ({ state }: Pick<Query, 'state'>): boolean =>
  state.data === undefined && state.errorUpdateCount === 0

export const useCallQuery = <S extends CallContract>(
  contract: S,
  fields: RequestOf<S>,
  options: Pick<
    UseQueryOptions<AnswerOf<S>>,
    'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData'
  > = {},
) => useQuery<AnswerOf<S>>({ ...callQueryOptions(contract, fields), ...options })

/**
 * TanStack's mutation of one call.
 * @param options.invalidates the calls whose answers it changes
 */
export function useCallMutation<S extends CallContract>(
  contract: S,
  { invalidates = [] }: { invalidates?: readonly CallContract[] } = {},
) {
  const client = useQueryClient() as CallQueryClient
  return useMutation<AnswerOf<S>, ApiError, RequestOf<S>>({
    mutationFn: (fields) => client.call(contract, fields).catch(throwApiError),
    onSettled: () => {
      // Also after an error: a call whose outcome is unknown may have changed the data.
      for (const { name } of invalidates) void client.invalidateQueries({ queryKey: [name] })
    },
  })
}

/** @throws ApiError, for any other error one without an answer */
export function throwApiError(error: unknown): never {
  throw toApiError(error)
}
