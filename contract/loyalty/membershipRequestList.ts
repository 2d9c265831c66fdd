import * as z from 'zod/mini'
import { MembershipRequest, REQUEST_STATES } from '#contract/entities/membershipRequest.ts'
import { period } from '#contract/fields/period.ts'
import { next } from '#contract/fields/pagination.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { service } from '#contract/service.ts'
import { opaqueCode } from '#contract/fields/text.ts'

const STATE = 'Ese estado no es de una solicitud.'

/** A programme that one may ask to join. */
export const Programme = z.object({
  code: z.string(),
  name: z.string(),
  /** Whether a sponsor decides before the network does. */
  sponsored: z.boolean(),
})

/**
 * Requests, newest first: a driver's own; a sponsor's those of the programmes that it sponsors; the
 * network's those that reached it; all of them for role 1. What one may not see is not there.
 */
export const membershipRequestList = service({
  group: 'loyalty',
  name: 'membershipRequestList',
  access: 'signedIn',
  request: {
    /** Only the one of this reference; empty for all. */
    reference: withDefault(opaqueCode(40, 'Elegí una solicitud.'), ''),
    /** Only those in this state; empty for all. */
    state: withDefault(
      z
        .string(STATE)
        .check(
          z.refine((state) => state === '' || REQUEST_STATES.some((one) => one === state), STATE),
        ),
      '',
    ),
    count: period.count,
    after: period.after,
  },
  response: {
    membershipRequests: z.array(MembershipRequest),
    /** The first one's; empty when none is listed. */
    reference: z.string(),
    /** What may be asked for: `membershipRequest` names one of these codes. */
    programmes: z.array(Programme),
    next,
  },
})
