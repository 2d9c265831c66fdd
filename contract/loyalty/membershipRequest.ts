import * as z from 'zod/mini'
import { MembershipRequestDraft } from '#contract/entities/membershipRequest.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * A driver asks to join a programme; who decides does so later, in `validateMembershipRequest`.
 * Errors: 05 an unknown programme, a request that waits already, a membership in force.
 */
export const membershipRequest = service({
  group: 'loyalty',
  name: 'membershipRequest',
  access: [USER],
  changes: true,
  request: { request: MembershipRequestDraft },
  response: { reference: z.string() },
})
