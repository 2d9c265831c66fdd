import { defineCall } from '#contract/call.ts'
import { Email } from '#contract/fields/profile.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Invites a driver to a company of the caller, by email. The answer does not say whether the address has
 * an account. A second invitation of an address that has one changes nothing.
 * Errors: 05 a loyalty that is unknown, ended, another user's or without a RUT, the caller's own
 * address, or 50 drivers; HTTP 429 after 20 invitations in a day.
 */
export const inviteDriver = defineCall('loyalty', 'inviteDriver', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Code of the loyalty with the RUT. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    email: Email,
  }),
})
