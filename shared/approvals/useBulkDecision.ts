import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { userData } from '#contract/user/userData.ts'
import { type ApiError, toApiError } from '#kit/api/apiError.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'

/** The result of one request: decided, or the error of its call. */
export type Outcome = 'decided' | ApiError

/** One decision on several requests. */
interface BulkDecision {
  /** By reference; a request without one was not sent. */
  outcomes: ReadonlyMap<string, Outcome>
  pending: boolean
  /** Sends one call after another, and stops when no further call can succeed. */
  decide: (
    requests: readonly MembershipRequest[],
    authorized: boolean,
    observations: string,
  ) => Promise<ReadonlyMap<string, Outcome>>
}

/** Whether a repeat of the call may succeed: the server did not decide, or its answer was lost. */
export const isOpen = (outcome: Outcome | undefined): boolean =>
  outcome === undefined || (outcome !== 'decided' && (outcome.outcomeUnknown || stopsAll(outcome)))

/** Without an answer, a session or its second factor, the next calls would fail in the same way. */
const stopsAll = ({ noAnswer, code, reason }: ApiError): boolean =>
  noAnswer !== null ||
  code === '429' ||
  code === INVALID_SESSION ||
  reason === 'second_factor_missing'

/** Each request is decided by its own call; the failure of one leaves the others as they are. */
export function useBulkDecision(): BulkDecision {
  const client = useQueryClient() as CallQueryClient
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const mutation = useMutation({
    mutationFn: async (input: Parameters<BulkDecision['decide']>) => {
      const [requests, authorized, observations] = input
      const all = new Map(outcomes)
      for (const { reference } of requests) {
        const outcome = await client
          .call(validateMembershipRequest, { reference, authorized, observations })
          .then(() => 'decided' as const, toApiError)
        all.set(reference, outcome)
        setOutcomes(new Map(all))
        if (outcome !== 'decided' && stopsAll(outcome)) break
      }
      return all
    },
    onSettled: () => {
      for (const { name } of [membershipRequestList, userData])
        void client.invalidateQueries({ queryKey: [name] })
    },
  })
  return {
    outcomes,
    pending: mutation.isPending,
    decide: (...input) => mutation.mutateAsync(input),
  }
}
