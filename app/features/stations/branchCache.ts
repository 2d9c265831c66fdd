import type { AnswerOf } from '#contract/call.ts'
import { branches } from '#contract/info/branches.ts'
import type { Call } from '#kit/api/apiClient.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'

/** Milliseconds until a repeated request is answered (docs/specification.md, "Limits and constants"). */
const DELAY_MS = 500

/** Asks the server for the stations once in the life of the page; later requests get the first answer after 500 ms. */
export function cacheBranches(call: Call): Call {
  let first: object | undefined
  return async (contract, ...request) => {
    if (contract.name !== branches.name) return await call(contract, ...request)
    if (!first) return (first = await call(contract, ...request))
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
    return first as AnswerOf<typeof contract>
  }
}

/** Lets each screen ask for the stations again, and draw those of before meanwhile. */
export const retainBranches = (client: CallQueryClient): void =>
  client.setQueryDefaults([branches.name], { staleTime: 0, gcTime: Number.POSITIVE_INFINITY })
