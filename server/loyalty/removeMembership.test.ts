import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { movements } from '#contract/financial/movements.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

let server: TestServer
let ana: Person
let fede: Person
let club: Loyalty
beforeAll(async () => {
  server = await startTestServer()
  ana = await server.as('ana')
  fede = await server.as('fede')
  club = await current()
})
afterAll(async () => {
  const broken = (await checkInvariants(server.context.db)).filter(({ rows }) => rows.length > 0)
  await server.close()
  if (broken.length > 0) throw new Error(`promises broken: ${JSON.stringify(broken)}`)
})

async function current(): Promise<Loyalty> {
  const [first] = (await ana.call(loyalties, {})).loyalties
  if (!first) throw new Error('ana has none')
  return first
}
const leaves = async (who: Person, loyaltyCode: string, more: object = {}) =>
  (await who.call(removeMembership, { loyaltyCode, ...more })).responseHeader
const audited = async (subject: string) =>
  (
    await server.context.db.execute<{ detail: object }>(
      sql`select detail from audit where subject = ${subject} and action = 'removeMembership' order by seq`,
    )
  ).rows.map(({ detail }) => detail)

test('nobody but ana can take what is ana’s, and hers is told apart from nothing by nobody', async () => {
  const [car] = club.vehicles
  const nothing = await leaves(fede, 'NO-EXISTE')
  expect(nothing.responseCode).toBe('05')
  for (const more of [{}, { vehicleId: car?.vehicleId }])
    expect({ ...(await leaves(fede, club.loyaltyCode, more)), rrn: '' }).toEqual({
      ...nothing,
      rrn: '',
    })
  for (const more of [
    { vehicleId: 'no-es-de-nadie' },
    { vehicleId: '5d0ca5e0-0000-8000-8000-00000000ffff' },
    { clientId: '5d0ca5e0-0000-8000-8000-00000000ffff' },
  ])
    expect({ ...(await leaves(ana, club.loyaltyCode, more)), rrn: '' }).toEqual({
      ...nothing,
      rrn: '',
    })
  // A car of her other membership is not one of this.
  const other = (await ana.call(loyalties, {})).loyalties[1]?.vehicles[0]?.vehicleId
  expect((await leaves(ana, club.loyaltyCode, { vehicleId: other })).responseCode).toBe('05')
  expect(await current()).toEqual(club)
})

test('A7: one of two cars goes, once and again; the membership stays', async () => {
  const [sold, kept] = club.vehicles
  const vehicleId = sold?.vehicleId
  for (let times = 0; times < 3; times++)
    expect(
      await leaves(ana, club.loyaltyCode, { vehicleId, observations: 'Lo vendí.' }),
    ).toMatchObject({ responseCode: '00' })
  expect((await current()).vehicles).toEqual([kept])
  expect(await audited(club.loyaltyCode)).toEqual([{ vehicle: vehicleId }])
  const { rows } = await server.context.db.execute(
    sql`select removed_at from vehicle where id = ${vehicleId}`,
  )
  expect(rows[0]?.removed_at).not.toBeNull()
})

test('the last car takes the membership with it; points, purchases and requests stay', async () => {
  const points = await balanceOf(server.context.db, club.loyaltyCode)
  expect(points).toBeGreaterThan(0)
  const [, last] = club.vehicles
  for (let times = 0; times < 3; times++)
    expect(
      await leaves(ana, club.loyaltyCode, {
        vehicleId: last?.vehicleId,
        observations: 'Ya no manejo.',
      }),
    ).toMatchObject({ responseCode: '00' })
  expect((await ana.call(loyalties, {})).loyalties.map(({ programme }) => programme)).toEqual([
    'uber',
  ])
  expect(await balanceOf(server.context.db, club.loyaltyCode)).toBe(points)
  const period = { dateFrom: '20240101000000', dateTo: '20270101235959' }
  const bought = await ana.call(movements, { loyaltyCode: club.loyaltyCode, ...period })
  expect(bought.movements.length).toBeGreaterThan(50)
  expect(await audited(club.loyaltyCode)).toHaveLength(2)
  const { membershipRequests } = await ana.call(membershipRequestList, {
    state: 'STATE_PETROBRAS_AUTHORIZED',
  })
  // Why the first car went stays beside why the last did.
  expect(membershipRequests).toContainEqual(
    expect.objectContaining({
      observations: 'Ya no manejo.',
      leavingObservations: 'Lo vendí.\nYa no manejo.',
    }),
  )
})

test('who left may ask again, and is a member anew beside the old history', async () => {
  const { reference } = await ana.call(membershipRequest, {
    request: { programme: 'surtidor', vehicle: { mark: 'fiat', plate: 'SBE4321', fuel: 'gasoil' } },
  })
  const diego = await server.as('diego')
  const yes = await diego.call(validateMembershipRequest, { reference, authorized: true })
  expect(yes.responseHeader.responseCode).toBe('00')
  const { loyalties: held } = await ana.call(loyalties, {})
  expect(held.map(({ programme, points }) => [programme, points > 0])).toEqual([
    ['uber', true],
    ['surtidor', false],
  ])
  // The old one stays ended, and the new one untouched, when she leaves the old one once more.
  expect(await leaves(ana, club.loyaltyCode)).toMatchObject({ responseCode: '00' })
  expect((await ana.call(loyalties, {})).loyalties).toEqual(held)
})

test('a request that waits is withdrawn by its reference, once and again, by its own driver alone', async () => {
  const { reference } = await fede.call(membershipRequest, {
    request: { programme: 'uber', vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' } },
  })
  const hers = await leaves(ana, reference)
  const nobodys = await leaves(ana, 'SOL-NADA')
  expect({ ...hers, rrn: '' }).toEqual({ ...nobodys, rrn: '' })
  expect((await leaves(fede, reference, { vehicleId: 'x' })).responseCode).toBe('05')
  for (let times = 0; times < 3; times++)
    expect(await leaves(fede, reference, { observations: 'Me arrepentí.' })).toMatchObject({
      responseCode: '00',
    })
  const { membershipRequests } = await fede.call(membershipRequestList, {})
  expect(membershipRequests).toMatchObject([{ state: 'VOIDED', observations: 'Me arrepentí.' }])
})

test('a request that the sponsor has passed on is no longer withdrawn', async () => {
  const { reference } = await fede.call(membershipRequest, {
    request: { programme: 'uber', vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' } },
  })
  const carla = await server.as('carla')
  await carla.call(validateMembershipRequest, { reference, authorized: true })
  expect(await leaves(fede, reference)).toMatchObject({
    responseCode: '05',
    responseDescription: 'Esta solicitud ya no se puede retirar.',
  })
})

test('of twenty phones that take the same car out at once, one leaves a line', async () => {
  const [ride] = (await ana.call(loyalties, {})).loyalties
  const code = ride?.loyaltyCode ?? ''
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      leaves(ana, code, { vehicleId: ride?.vehicles[0]?.vehicleId }),
    ),
  )
  expect(answers.every(({ responseCode }) => responseCode === '00')).toBe(true)
  expect(await audited(code)).toEqual([{ ended: true }])
})
