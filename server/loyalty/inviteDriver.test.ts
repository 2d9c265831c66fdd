import { describe, expect, test } from 'vitest'
import { inviteDriver } from '#contract/loyalty/inviteDriver.ts'
import { notifications } from '#contract/user/notifications.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { COMPANY, DRIVERS_EMAIL, driversFor, invite } from '#testing/station/companySteps.ts'

const server = testServerForEachTest({ checked: true })
const ana = startForEachTest(() => server.as('ana'))

describe('inviteDriver', () => {
  test('tells the driver by email and in the app, once for concurrent invitations', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => invite(ana)))
    for (const answer of all) accepted(answer)
    const [email, ...more] = await server.mailsTo(DRIVERS_EMAIL)
    expect(more).toEqual([])
    expect(email?.text).toContain('Ana Pereira te invita a sumar a su empresa (RUT 21')
    const driver = await server.as('driver00001')
    const told = accepted(await driver.call(notifications, { count: 50, type: '' })).notifications
    const invitations = told.filter(({ title }) => title === 'Te invitaron a una empresa')
    expect(invitations.map(({ url }) => url)).toEqual(['/#/loyalty?tab=datos'])
    expect(await driversFor(ana)).toMatchObject([
      { loyaltyCode: COMPANY, email: DRIVERS_EMAIL, driver: '', acceptedAt: '' },
    ])
    expect(await driversFor(driver)).toMatchObject([{ loyaltyCode: '', holder: 'Ana Pereira' }])
  })

  test('answers the same for an address without an account', async () => {
    const answers = [await invite(ana), await invite(ana, 'nadie@example.com')]
    const [known, unknown] = answers.map(({ responseHeader }) => ({ ...responseHeader, rrn: '' }))
    expect(known).toEqual(unknown)
    expect(await server.mailsTo('nadie@example.com')).toHaveLength(1)
  })

  test('refuses a loyalty without a RUT, of another person or unknown alike, and the own address', async () => {
    const fede = await server.as('fede')
    const refusals = await Promise.all([
      ana.call(inviteDriver, { loyaltyCode: '60000001', email: DRIVERS_EMAIL }),
      fede.call(inviteDriver, { loyaltyCode: COMPANY, email: DRIVERS_EMAIL }),
      ana.call(inviteDriver, { loyaltyCode: '69999999', email: DRIVERS_EMAIL }),
    ])
    const sentences = refusals.map(({ responseHeader }) => responseHeader.responseDescription)
    expect(new Set(sentences).size).toBe(1)
    expect((await invite(ana, 'ana@demo.surtidor.uy')).responseHeader.responseDescription).toBe(
      'Ese es tu correo: invitá el de otra persona.',
    )
    expect((await invite(ana, 'no es un correo')).responseHeader.responseCode).toBe('05')
  })
})
