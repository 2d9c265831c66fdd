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

/** Whether a repeat of the call may succeed: the server did not decide, or its answer was lost. */
export const isOpen = (outcome: Outcome | undefined): boolean =>
  outcome === undefined || (outcome !== 'decided' && (outcome.outcomeUnknown || stopsAll(outcome)))

/** Without an answer, a session or its second factor, the next calls would fail in the same way. */
const stopsAll = ({ noAnswer, code, reason }: ApiError): boolean =>
  noAnswer !== null ||
  code === '429' ||
  code === INVALID_SESSION ||
  reason === 'second_factor_missing'

interface Decision {
  requests: readonly MembershipRequest[]
  authorized: boolean
  observations: string
}

/**
 * One decision on several requests, each by its own call, one after another; the failure of one leaves
 * the others as they are. It stops when no further call can succeed.
 */
export function useBulkDecision() {
  const client = useQueryClient() as CallQueryClient
  /** By reference; a request without one was not sent. */
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const mutation = useMutation({
    mutationFn: async ({ requests, authorized, observations }: Decision) => {
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
  return { outcomes, pending: mutation.isPending, decide: mutation.mutateAsync }
}
