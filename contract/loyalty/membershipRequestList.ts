import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { MembershipRequest, REQUEST_STATES } from '#contract/entities/membershipRequest.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { opaqueCode, singleLine } from '#contract/fields/text.ts'

const STATE = 'Ese estado no es de una solicitud.'
const ORDER = 'El orden es newest u oldest.'

/** A programme for which a loyalty can be requested. */
export const Programme = lazyObject(() => ({
  /** Code of the programme, as `membershipRequest` takes it. */
  code: z.string(),
  /** Name of the programme, in Spanish. */
  name: z.string(),
  /** Whether a sponsor decides before the network. */
  sponsored: z.boolean(),
  /** Points of the caller's ended loyalties that joining again gives back. */
  retainedPoints: z.int(),
  /** Last day to join again with those points, `yyyyMMdd`; empty when there are none. */
  retainedUntil: z.string(),
}))
export type Programme = z.infer<typeof Programme>

/**
 * Membership requests that the caller may see: a driver their own; a sponsor those to
 * its programmes; the network those that a sponsor authorised and those to programmes without a
 * sponsor; an administrator all.
 * Errors: 05 an unknown state, an unknown order or an invalid cursor.
 */
export const membershipRequestList = defineCall('loyalty', 'membershipRequestList', {
  access: 'signedIn',
  request: () => ({
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
    /**
     * Only requests with every word of this text in the driver's name or document, the plate or the
     * reference; case, accents and separators are ignored; empty for all.
     */
    search: withDefault(singleLine(100, 'La búsqueda'), ''),
    /** `newest` (also when empty) or `oldest` first. */
    order: withDefault(z.enum(['', 'newest', 'oldest'], ORDER), ''),
    ...pagination(1000),
  }),
  response: () => ({
    /** Requests of this page. */
    membershipRequests: z.array(MembershipRequest),
    /** Reference of the first request of the list; empty when the list is. */
    reference: z.string(),
    /** All programmes, for `membershipRequest`. */
    programmes: z.array(Programme),
    next,
  }),
})
