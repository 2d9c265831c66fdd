import {
  type InfiniteData,
  type QueryFunctionContext,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'

/** A call whose list comes in pages: `after` takes the `next` of the page before. */
export type PagedCall = CallContract<
  Readonly<Record<string, z.core.$ZodType>> & { after: z.core.$ZodType },
  Readonly<Record<string, z.core.$ZodType>> & { next: z.core.$ZodType<string> }
>

/** `pages` keeps the key apart from that of the plain query of the same call. */
const infiniteOptions = <S extends PagedCall>(
  client: CallQueryClient,
  contract: S,
  fields: RequestOf<S>,
) => ({
  queryKey: [contract.name, fields, 'pages'] as const,
  meta: { contract },
  queryFn: ({ queryKey, pageParam, signal }: QueryFunctionContext<QueryKey, string>) =>
    client.callFor(
      queryKey,
      contract,
      pageParam ? { ...fields, after: pageParam } : fields,
      signal,
    ),
  initialPageParam: '',
  getNextPageParam: (answer: AnswerOf<S>) => (answer as { next: string }).next || undefined,
})

/** Starts the first page while its screen's chunk is still loading. */
export function prefetchPages<S extends PagedCall>(
  client: CallQueryClient,
  contract: S,
  fields: RequestOf<S>,
): void {
  void client.prefetchInfiniteQuery(infiniteOptions(client, contract, fields))
}

/**
 * TanStack's infinite query of one call; `data` is the list of pages. A refetch fetches all loaded
 * pages again in order, so that a line added at the top leaves no gap between two pages.
 */
export function useInfiniteCall<S extends PagedCall>(contract: S, fields: RequestOf<S>) {
  const client = useQueryClient() as CallQueryClient
  return useInfiniteQuery({
    ...infiniteOptions(client, contract, fields),
    select: ({ pages }: InfiniteData<AnswerOf<S>>) => pages,
  })
}
