import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { AnswerOf, RequestOf, Service } from '#contract/service.ts'
import type { ApiError } from '#kit/api/apiError.ts'
import {
  type QueryState,
  type CallQueryClient,
  toQueryState,
  toApiError,
} from '#kit/api/callQueries.ts'
import { useStickyError } from '#kit/api/useStickyError.ts'

/** A call whose list comes in pages: `after` asks for what follows the `next` of an answer. */
export type PagedService = Service<
  Readonly<Record<string, z.core.$ZodType>> & { after: z.core.$ZodType },
  Readonly<Record<string, z.core.$ZodType>> & { next: z.core.$ZodType<string> }
>

/** The way to the next page. */
export interface NextPage {
  ask: () => void
  busy: boolean
  /** The last try did not bring it. */
  failure: ApiError | null
}

/** A paged question and its place in the cache, beside the plain one of the same service. */
const pagesOf = <S extends PagedService>(
  answers: CallQueryClient,
  service: S,
  params: RequestOf<S>,
) => ({
  queryKey: [service.name, params, 'pages'] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    answers.call(service, pageParam ? { ...params, after: pageParam } : params, { signal }),
  initialPageParam: '',
  getNextPageParam: (answer: AnswerOf<S>) => (answer as { next: string }).next || undefined,
})

/** Starts on the first page early, beside the screen's own chunk. */
export function prefetchPages<S extends PagedService>(
  answers: CallQueryClient,
  service: S,
  params: RequestOf<S>,
): void {
  void answers.prefetchInfiniteQuery(pagesOf(answers, service, params))
}

/**
 * Asks for a list page by page and keeps what was had up to date, in one piece: a page that grew
 * at its top leaves no gap before the next.
 * @returns the pages so far, and the way to one more; null when nothing follows
 */
export function useInfiniteCall<S extends PagedService>(
  service: S,
  params: RequestOf<S>,
): [pages: QueryState<AnswerOf<S>[]>, more: NextPage | null] {
  const answers = useQueryClient() as CallQueryClient
  const list = pagesOf(answers, service, params)
  const query = useInfiniteQuery({
    ...list,
    select: ({ pages }: InfiniteData<AnswerOf<S>>) => pages,
  })
  const ask = () => {
    // What was drawn is too old to tell: the second of two taps still saw it idle.
    const now = answers.getQueryState(list.queryKey)
    if (now?.fetchStatus === 'fetching' && now.fetchMeta?.fetchMore) return
    void query.fetchNextPage()
  }
  const more = query.hasNextPage && {
    ask,
    busy: query.isFetchingNextPage && query.fetchStatus === 'fetching',
    failure: query.isFetchNextPageError ? toApiError(query.error) : null,
  }
  // A next page that did not come is said where it was asked for: what is there is none the older.
  const pages = toQueryState(query, query.isFetchNextPageError ? null : query.error)
  return [useStickyError(pages, JSON.stringify(list.queryKey)), more || null]
}
