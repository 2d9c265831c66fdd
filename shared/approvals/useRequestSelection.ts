import { useState } from 'react'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'

export type RequestSelection = ReturnType<typeof useRequestSelection>

/**
 * The requests that are selected for one decision on all of them. The selection lasts while the screen
 * is open, also when filter or search hide a request.
 */
export function useRequestSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, MembershipRequest>>(new Map())
  const select = (requests: readonly MembershipRequest[], isSelected: boolean) =>
    setSelected((before) => {
      const next = new Map(before)
      for (const request of requests)
        if (isSelected) next.set(request.reference, request)
        else next.delete(request.reference)
      return next
    })
  return {
    /** As they were when they were selected. */
    requests: [...selected.values()],
    has: ({ reference }: MembershipRequest) => selected.has(reference),
    select,
  }
}
