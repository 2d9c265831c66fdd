import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { MembershipRequestDraft } from '#contract/entities/membershipRequest.ts'
import { USER } from '#contract/roles.ts'

/**
 * Requests a loyalty in a programme; `validateMembershipRequest` decides on it.
 * Errors: 05 an unknown programme, another pending request, or a loyalty in force.
 */
export const membershipRequest = defineCall('loyalty', 'membershipRequest', {
  access: [USER],
  changes: true,
  request: () => ({ request: MembershipRequestDraft }),
  response: () => ({
    /** Reference of the request: `SOL-` and 12 letters and digits. */
    reference: z.string(),
  }),
})
