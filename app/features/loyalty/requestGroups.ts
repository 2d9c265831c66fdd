import type { Loyalty } from '#contract/entities/loyalty.ts'
import type { MembershipRequest, RequestState } from '#contract/entities/membershipRequest.ts'
import type { Programme } from '#contract/loyalty/membershipRequestList.ts'

type Programmed = Pick<Loyalty, 'programme'>

const OPEN: readonly RequestState[] = ['PENDING', 'STATE_UBER_AUTHORIZED']
export const isOpen = ({ state }: MembershipRequest) => OPEN.includes(state)
const isRejected = ({ state }: MembershipRequest) =>
  state === 'STATE_UBER_REJECTED' || state === 'STATE_PETROBRAS_REJECTED'
const includes = (list: readonly Programmed[], code: string) =>
  list.some(({ programme }) => programme === code)

/**
 * Splits the requests, which come newest first: open ones, and a rejected one that nothing newer of
 * its programme follows, from the earlier ones.
 */
export function sortRequests(
  requests: readonly MembershipRequest[],
  loyalties: readonly Programmed[],
): { current: MembershipRequest[]; earlier: MembershipRequest[] } {
  const isCurrent = (request: MembershipRequest, place: number) =>
    isOpen(request) ||
    (isRejected(request) &&
      !includes(requests.slice(0, place), request.programme) &&
      !includes(loyalties, request.programme))
  return {
    current: requests.filter(isCurrent),
    earlier: requests.filter((request, place) => !isCurrent(request, place)),
  }
}

/** The programmes that a person can ask to join: no loyalty in force and no open request. Those without a sponsor first. */
export const joinableProgrammes = (
  programmes: readonly Programme[],
  requests: readonly MembershipRequest[],
  loyalties: readonly Programmed[],
): Programme[] =>
  programmes
    .filter(({ code }) => !includes(loyalties, code) && !includes(requests.filter(isOpen), code))
    .toSorted((a, b) => Number(a.sponsored) - Number(b.sponsored))
