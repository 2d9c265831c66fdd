import { useState } from 'react'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'

export type RequestSelection = ReturnType<typeof useRequestSelection>

/**
 * The requests that are selected for one decision on all of them. The selection lasts while the screen
 * is open, also when filter or search hide a request.
 */
export function useRequestSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, MembershipRequest>>(new Map())
  const change = (edit: (next: Map<string, MembershipRequest>) => void) =>
    setSelected((before) => {
      const next = new Map(before)
      edit(next)
      return next
    })
  const add = (requests: readonly MembershipRequest[]) =>
    change((next) => {
      for (const request of requests) next.set(request.reference, request)
    })
  const remove = (requests: readonly MembershipRequest[]) =>
    change((next) => {
      for (const { reference } of requests) next.delete(reference)
    })
  const has = ({ reference }: MembershipRequest) => selected.has(reference)
  return {
    /** As they were when they were selected. */
    requests: [...selected.values()],
    has,
    toggle: (request: MembershipRequest) => (has(request) ? remove : add)([request]),
    add,
    remove,
  }
}
