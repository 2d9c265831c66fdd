import { describe, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { PASSWORD, type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()
const fede = startForEachTest(() => server.as('fede'))
const carla = startForEachTest(() => server.as('carla'))
const diego = startForEachTest(() => server.as('diego'))

const request = async () =>
  (
    await fede.call(membershipRequest, {
      request: { programme: 'uber', vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' } },
    })
  ).reference
const authorize = async (who: Person, reference: string, observations: string) => {
  const answer = await who.call(validateMembershipRequest, {
    reference,
    authorized: true,
    observations,
  })
  expect(answer.responseHeader.responseDescription).toBe('AUTORIZADO')
}
const remove = async (loyaltyCode: string, observations: string) => {
  const answer = await fede.call(removeMembership, { loyaltyCode, observations })
  expect(answer.responseHeader.responseDescription).toBe('AUTORIZADO')
}
const observationsOf = async (reference: string) => {
  const { membershipRequests } = await diego.call(membershipRequestList, { reference })
  const [request] = membershipRequests
  if (!request) throw new Error('not visible to the network')
  const { observations, sponsorObservations, networkObservations, leavingObservations } = request
  return [observations, sponsorObservations, networkObservations, leavingObservations]
}
const code = async () => (await fede.call(loyalties, {})).loyalties[0]?.loyaltyCode ?? ''

describe('observations of a membership request', () => {
  test('an empty text does not replace an earlier one', async () => {
    const reference = await request()
    await authorize(carla, reference, 'Motivo del auspiciante.')
    await authorize(diego, reference, '')
    expect(await observationsOf(reference)).toEqual([
      'Motivo del auspiciante.',
      'Motivo del auspiciante.',
      '',
      '',
    ])
    await remove(await code(), '')
    expect((await observationsOf(reference))[0]).toBe('Motivo del auspiciante.')
  })

  test('each stage keeps its own text, and observations is the latest of them', async () => {
    const reference = await request()
    await authorize(carla, reference, 'Maneja bien.')
    await authorize(diego, reference, 'Bienvenido.')
    await remove(await code(), 'Vendí el auto.')
    const expected = ['Vendí el auto.', 'Maneja bien.', 'Bienvenido.', 'Vendí el auto.']
    expect(await observationsOf(reference)).toEqual(expected)
    const { data } = await fede.call(exportData, {})
    expect(data.solicitudes.find((one) => one.reference === reference)).toMatchObject({
      observations: 'Vendí el auto.',
      sponsorObservations: 'Maneja bien.',
      networkObservations: 'Bienvenido.',
      leavingObservations: 'Vendí el auto.',
    })
  })

  test('a withdrawal stores its text, and the deletion of the account erases all texts', async () => {
    const ended = await request()
    await authorize(carla, ended, 'Maneja bien.')
    await authorize(diego, ended, 'Bienvenido.')
    await remove(await code(), 'Vendí el auto.')
    const reference = await request()
    await remove(reference, 'Me arrepentí.')
    const { membershipRequests } = await fede.call(membershipRequestList, { reference })
    expect(membershipRequests).toMatchObject([
      { state: 'VOIDED', observations: 'Me arrepentí.', leavingObservations: 'Me arrepentí.' },
    ])
    await fede.call(deleteAccount, { password: PASSWORD })
    const { rows } = await server.context.db.execute<{ texts: string }>(
      `select observations || sponsor_observations || network_observations || leaving_observations
      as texts from membership_request where draft -> 'vehicle' ->> 'plate' = ''`,
    )
    expect(rows.map(({ texts }) => texts)).toEqual(['', ''])
  })
})
