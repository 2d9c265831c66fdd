import { describe, expect, test } from 'vitest'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import {
  acceptAs,
  COMPANY,
  DRIVERS_EMAIL,
  driversFor,
  invite,
} from '#testing/station/companySteps.ts'

const server = testServerForEachTest({ checked: true })

describe('companyDrivers', () => {
  test('shows a stranger nothing, and no company that ended', async () => {
    const [ana, driver, fede] = [
      await server.as('ana'),
      await server.as('driver00001'),
      await server.as('fede'),
    ]
    accepted(await invite(ana))
    await acceptAs(driver)
    expect(await driversFor(fede)).toEqual([])
    expect((await driversFor(ana))[0]?.driver).not.toBe('')
    accepted(await ana.call(removeMembership, { loyaltyCode: COMPANY }))
    expect([await driversFor(ana), await driversFor(driver)]).toEqual([[], []])
  })

  test('exports an invitation to both, and erases it with either account', async () => {
    const [ana, driver] = [await server.as('ana'), await server.as('driver00001')]
    accepted(await invite(ana))
    for (const person of [ana, driver])
      expect(accepted(await person.call(exportData, {})).data.empresas).toMatchObject([
        { loyaltyCode: COMPANY, email: DRIVERS_EMAIL, acceptedAt: null, endedAt: null },
      ])
    await acceptAs(driver)
    accepted(await driver.call(deleteAccount, { password: DEMO_PASSWORD }))
    expect(await driversFor(ana)).toEqual([])
    const { rows } = await server.owner.query('select * from company_driver')
    expect(rows).toEqual([])
  })
})
