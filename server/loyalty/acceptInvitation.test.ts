import { describe, expect, test } from 'vitest'
import { acceptInvitation } from '#contract/loyalty/acceptInvitation.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { acceptAs, DRIVERS_OWN, driversFor, invite } from '#testing/station/companySteps.ts'

const server = testServerForEachTest({ checked: true })

describe('acceptInvitation', () => {
  test('accepts once, with a loyalty of the caller', async () => {
    const [ana, driver] = [await server.as('ana'), await server.as('driver00001')]
    accepted(await invite(ana))
    const [{ invitationId } = { invitationId: '' }] = await driversFor(driver)
    const refused = await driver.call(acceptInvitation, { invitationId, loyaltyCode: '60000001' })
    expect(refused.responseHeader.responseCode).toBe('05')
    await Promise.all(Array.from({ length: 4 }, () => acceptAs(driver)))
    const { rows } = await server.owner.query(
      `select count(*)::int from audit where action = 'acceptInvitation'`,
    )
    expect(rows).toEqual([{ count: 1 }])
    expect(await driversFor(driver)).toMatchObject([{ acceptedAt: '20260907120000' }])
  })

  test('is refused to a stranger, for an unknown id and for one that ended, alike', async () => {
    const [ana, fede] = [await server.as('ana'), await server.as('fede')]
    accepted(await invite(ana))
    const [{ invitationId } = { invitationId: '' }] = await driversFor(ana)
    const answers = [
      await fede.call(acceptInvitation, { invitationId, loyaltyCode: DRIVERS_OWN }),
      await ana.call(acceptInvitation, { invitationId, loyaltyCode: '60000001' }),
      await ana.call(acceptInvitation, { invitationId: 'x', loyaltyCode: '60000001' }),
    ]
    const sentences = answers.map(({ responseHeader }) => ({ ...responseHeader, rrn: '' }))
    expect(sentences).toEqual([sentences[0], sentences[0], sentences[0]])
    expect(sentences[0]?.responseCode).toBe('05')
  })
})
