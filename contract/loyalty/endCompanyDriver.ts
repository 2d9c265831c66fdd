import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { USER } from '#contract/roles.ts'

/**
 * Ends an invitation or a driver's part in a company: by the holder, who withdraws or removes, or by the
 * driver, who declines or leaves. The purchases of before stay in the company's statements. A repeat
 * changes nothing.
 * Errors: 05 an invitation that is unknown or concerns neither the caller nor a company of the caller.
 */
export const endCompanyDriver = defineCall('loyalty', 'endCompanyDriver', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Id of the invitation, as `companyDrivers` lists it. */
    invitationId: z.string('Elegí una invitación.').check(z.maxLength(40, 'Elegí una invitación.')),
  }),
})
