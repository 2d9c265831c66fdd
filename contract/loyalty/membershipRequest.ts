import * as z from 'zod/mini'
import { MembershipRequestDraft } from '#contract/entities/membershipRequest.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * Requests a membership in a programme; `validateMembershipRequest` decides on it.
 * Errors: 05 an unknown programme, another pending request, or a membership in force.
 */
export const membershipRequest = service({
  group: 'loyalty',
  name: 'membershipRequest',
  access: [USER],
  changes: true,
  request: { request: MembershipRequestDraft },
  response: {
    /** Reference of the request: `SOL-` and 12 letters and digits. */
    reference: z.string(),
  },
})
