import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Accepts the invitation of a company. From now on its holder sees what the caller buys with the
 * company's vehicles and the named loyalty, until either ends it (`endCompanyDriver`). A repeat changes
 * nothing.
 * Errors: 05 an invitation that is unknown, ended or to another address, or a loyalty that is unknown,
 * ended or another user's.
 */
export const acceptInvitation = defineCall('loyalty', 'acceptInvitation', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Id of the invitation, as `companyDrivers` lists it. */
    invitationId: z.string('Elegí una invitación.').check(z.maxLength(40, 'Elegí una invitación.')),
    /** Code of a loyalty of the caller. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
  }),
})
