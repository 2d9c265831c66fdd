import type { AnswerOf, RequestOf } from '#contract/call.ts'
import { type CallQueryClient, throwApiError } from '#kit/api/callQueries.ts'
import type { PagedCall } from '#kit/api/useInfiniteCall.ts'

/**
 * All pages of a call, one after another. They are not cached: a file is made of what the server has
 * now.
 * @throws ApiError
 */
export async function fetchAllPages<S extends PagedCall>(
  client: CallQueryClient,
  contract: S,
  fields: RequestOf<S>,
): Promise<[AnswerOf<S>, ...AnswerOf<S>[]]> {
  const fetchPage = (after: string) =>
    client.call(contract, after ? { ...fields, after } : fields).catch(throwApiError)
  const first = await fetchPage('')
  const pages: [AnswerOf<S>, ...AnswerOf<S>[]] = [first]
  for (let next = nextOf(first); next !== ''; next = nextOf(pages.at(-1)))
    pages.push(await fetchPage(next))
  return pages
}

const nextOf = (answer: unknown): string => (answer as { next: string }).next
