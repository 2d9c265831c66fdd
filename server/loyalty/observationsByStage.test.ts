import { afterAll, beforeAll, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { type TestServer, startTestServer, PASSWORD, type Person } from '#testing/testServer.ts'

/** Sponsor, network and driver each have their say about a request, and none speaks over another. */
let server: TestServer
let fede: Person
let carla: Person
let diego: Person
beforeAll(async () => {
  server = await startTestServer()
  fede = await server.as('fede')
  carla = await server.as('carla')
  diego = await server.as('diego')
})
afterAll(() => server.close())

const asks = async () =>
  (
    await fede.call(membershipRequest, {
      request: { programme: 'uber', vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' } },
    })
  ).reference
const says = async (who: Person, reference: string, observations: string) => {
  const answer = await who.call(validateMembershipRequest, {
    reference,
    authorized: true,
    observations,
  })
  expect(answer.responseHeader.responseDescription).toBe('AUTORIZADO')
}
const leaves = async (loyaltyCode: string, observations: string) => {
  const answer = await fede.call(removeMembership, { loyaltyCode, observations })
  expect(answer.responseHeader.responseDescription).toBe('AUTORIZADO')
}
const wordsOf = async (reference: string) => {
  const { membershipRequests } = await diego.call(membershipRequestList, { reference })
  const [request] = membershipRequests
  if (!request) throw new Error('diego does not see it')
  const { observations, sponsorObservations, networkObservations, leavingObservations } = request
  return [observations, sponsorObservations, networkObservations, leavingObservations]
}
const code = async () => (await fede.call(loyalties, {})).loyalties[0]?.loyaltyCode ?? ''

test('silence takes nobody’s words away', async () => {
  const reference = await asks()
  await says(carla, reference, 'Motivo del auspiciante.')
  await says(diego, reference, '')
  expect(await wordsOf(reference)).toEqual([
    'Motivo del auspiciante.',
    'Motivo del auspiciante.',
    '',
    '',
  ])
  await leaves(await code(), '')
  expect((await wordsOf(reference))[0]).toBe('Motivo del auspiciante.')
})

test('each stage’s words stay, the latest are told, and fede takes all of them with him', async () => {
  const reference = await asks()
  await says(carla, reference, 'Maneja bien.')
  await says(diego, reference, 'Bienvenido.')
  await leaves(await code(), 'Vendí el auto.')
  const words = ['Vendí el auto.', 'Maneja bien.', 'Bienvenido.', 'Vendí el auto.']
  expect(await wordsOf(reference)).toEqual(words)
  const { data } = await fede.call(exportData, {})
  expect(data.solicitudes.find((one) => one.reference === reference)).toMatchObject({
    observations: 'Vendí el auto.',
    sponsorObservations: 'Maneja bien.',
    networkObservations: 'Bienvenido.',
    leavingObservations: 'Vendí el auto.',
  })
})

test('a withdrawn request keeps why; with fede’s account every word goes', async () => {
  const reference = await asks()
  await leaves(reference, 'Me arrepentí.')
  const { membershipRequests } = await fede.call(membershipRequestList, { reference })
  expect(membershipRequests).toMatchObject([
    { state: 'VOIDED', observations: 'Me arrepentí.', leavingObservations: 'Me arrepentí.' },
  ])
  await fede.call(deleteAccount, { password: PASSWORD })
  const { rows } = await server.context.db.execute<{ words: string }>(
    `select observations || sponsor_observations || network_observations || leaving_observations
      as words from membership_request where draft -> 'vehicle' ->> 'plate' = ''`,
  )
  expect(rows.map(({ words }) => words)).toEqual(['', '', ''])
})
