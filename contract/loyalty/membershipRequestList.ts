import * as z from 'zod/mini'
import { MembershipRequest, REQUEST_STATES } from '#contract/entities/membershipRequest.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { service } from '#contract/service.ts'

const STATE = 'Ese estado no es de una solicitud.'

/** A programme for which a membership can be requested. */
export const Programme = z.object({
  code: z.string(),
  name: z.string(),
  /** Whether a sponsor decides before the network. */
  sponsored: z.boolean(),
  /** Points of the caller's ended memberships that joining again gives back. */
  retainedPoints: z.int(),
  /** Last day to join again with those points, `yyyyMMdd`; empty when there are none. */
  retainedUntil: z.string(),
})
export type Programme = z.infer<typeof Programme>

/**
 * Membership requests that the caller may see, newest first: a driver their own; a sponsor those to
 * its programmes; the network those that a sponsor authorised and those to programmes without a
 * sponsor; an administrator all.
 * Errors: 05 an unknown state or an invalid cursor.
 */
export const membershipRequestList = service({
  group: 'loyalty',
  name: 'membershipRequestList',
  access: 'signedIn',
  request: {
    /** Only the request with this reference; empty for all. */
    reference: withDefault(opaqueCode(40, 'Elegí una solicitud.'), ''),
    /** Only requests in this state; empty for all. */
    state: withDefault(
      z
        .string(STATE)
        .check(
          z.refine((state) => state === '' || REQUEST_STATES.some((one) => one === state), STATE),
        ),
      '',
    ),
    ...pagination(1000),
  },
  response: {
    membershipRequests: z.array(MembershipRequest),
    /** Reference of the first request of the list; empty when the list is. */
    reference: z.string(),
    /** All programmes, for `membershipRequest`. */
    programmes: z.array(Programme),
    next,
  },
})
