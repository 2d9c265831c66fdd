import { acceptInvitation } from '#contract/loyalty/acceptInvitation.ts'
import { companyDrivers } from '#contract/loyalty/companyDrivers.ts'
import { inviteDriver } from '#contract/loyalty/inviteDriver.ts'
import { accepted } from '#testing/harness/testClient.ts'
import type { Person } from '#testing/harness/testServer.ts'

/** Ana's loyalty that has a RUT, and the loyalty of the demo's first driver. */
export const COMPANY = '60000002'
export const DRIVERS_OWN = '60100001'
export const DRIVERS_EMAIL = 'driver00001@demo.surtidor.uy'

export const invite = (holder: Person, email: string = DRIVERS_EMAIL) =>
  holder.call(inviteDriver, { loyaltyCode: COMPANY, email })

/** The companies' drivers and invitations that a person sees. */
export const driversFor = async (person: Person) =>
  accepted(await person.call(companyDrivers, {})).drivers

/** The driver accepts the invitation that is the only one they have. @returns its id */
export async function acceptAs(driver: Person, loyaltyCode: string = DRIVERS_OWN): Promise<string> {
  const [{ invitationId } = { invitationId: '' }] = await driversFor(driver)
  accepted(await driver.call(acceptInvitation, { invitationId, loyaltyCode }))
  return invitationId
}
