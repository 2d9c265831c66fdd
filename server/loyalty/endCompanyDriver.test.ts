import { describe, expect, test } from 'vitest'
import { acceptInvitation } from '#contract/loyalty/acceptInvitation.ts'
import { endCompanyDriver } from '#contract/loyalty/endCompanyDriver.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { acceptAs, DRIVERS_OWN, driversFor, invite } from '#testing/station/companySteps.ts'

const server = testServerForEachTest({ checked: true })

describe('endCompanyDriver', () => {
  test('is for the holder and the driver; a repeat changes nothing, and the address can be invited again', async () => {
    const [ana, driver, fede] = [
      await server.as('ana'),
      await server.as('driver00001'),
      await server.as('fede'),
    ]
    for (const ending of [ana, driver]) {
      accepted(await invite(ana))
      const invitationId = await acceptAs(driver)
      const strange = await fede.call(endCompanyDriver, { invitationId })
      expect(strange.responseHeader.responseCode).toBe('05')
      for (let time = 0; time < 2; time += 1)
        accepted(await ending.call(endCompanyDriver, { invitationId }))
      expect([await driversFor(ana), await driversFor(driver)]).toEqual([[], []])
      const late = await driver.call(acceptInvitation, { invitationId, loyaltyCode: DRIVERS_OWN })
      expect(late.responseHeader.responseCode).toBe('05')
    }
  })
})
