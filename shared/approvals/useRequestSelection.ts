import { useState } from 'react'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'

/** The requests that are selected for one decision on all of them. */
export interface RequestSelection {
  /** As they were when they were selected. */
  requests: readonly MembershipRequest[]
  has: (request: MembershipRequest) => boolean
  toggle: (request: MembershipRequest) => void
  add: (requests: readonly MembershipRequest[]) => void
  remove: (requests: readonly Pick<MembershipRequest, 'reference'>[]) => void
}

/** The selection lasts while the screen is open, also when filter or search hide a request. */
export function useRequestSelection(): RequestSelection {
  const [selected, setSelected] = useState<ReadonlyMap<string, MembershipRequest>>(new Map())
  const change = (edit: (next: Map<string, MembershipRequest>) => void) =>
    setSelected((before) => {
      const next = new Map(before)
      edit(next)
      return next
    })
  const add: RequestSelection['add'] = (requests) =>
    change((next) => {
      for (const request of requests) next.set(request.reference, request)
    })
  const remove: RequestSelection['remove'] = (requests) =>
    change((next) => {
      for (const { reference } of requests) next.delete(reference)
    })
  const has = ({ reference }: MembershipRequest) => selected.has(reference)
  return {
    requests: [...selected.values()],
    has,
    toggle: (request) => (has(request) ? remove : add)([request]),
    add,
    remove,
  }
}
