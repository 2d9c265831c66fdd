import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ActiveMembership,
  activeMembershipList,
} from '#contract/loyalty/activeMembershipList.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

let server: TestServer
const people: Record<string, Person> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['ana', 'carla', 'diego', 'elena', 'fede', 'driver00001'])
    people[name] = await server.as(name)
})
afterAll(() => server.close())

async function asks(name: string, loyaltyCode: string, more: object = {}) {
  const person = people[name]
  if (!person) throw new Error(name)
  return await person.call(activeMembershipList, { loyaltyCode, ...more })
}
const holders = ({ memberships }: { memberships: ActiveMembership[] }) =>
  memberships.map(({ holder }) => holder)
const inForce = async (programme: string) =>
  (
    await server.context.db.execute<{ holder: string }>(
      sql`select holder from loyalty where programme = ${programme} and ended_at is null order by since desc, code desc`,
    )
  ).rows.map(({ holder }) => holder)

test('ana activates her list by her code alone, or with her card and RUT', async () => {
  const [club, ride] = (await people.ana?.call(loyalties, {}))?.loyalties ?? []
  const alone = await asks('ana', '60000001')
  expect(alone.next).toBe('')
  expect(alone.memberships).toEqual([
    {
      loyaltyCode: '60000001',
      programme: 'surtidor',
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      holder: 'Ana Pereira',
      clientRUT: '',
      clientCardNumber: club?.clientCardNumber,
      since: club?.since,
      vehicles: club?.vehicles,
    },
  ])
  const both = { clientRUT: ride?.clientRUT, clientCardNumber: ride?.clientCardNumber }
  expect(both.clientRUT).toMatch(/^\d{12}$/)
  expect(holders(await asks('ana', '60000002', both))).toEqual(['Ana Pereira'])
  expect(holders(await asks('ana', '60000002', { ...both, clientCardNumber: '880000' }))).toEqual(
    [],
  )
  expect(holders(await asks('ana', '60000001', { clientRUT: both.clientRUT }))).toEqual([])
})

test('the member and the vehicles that it names are the ones that leaving goes by', async () => {
  const [member] = (await asks('ana', '60000001')).memberships
  const left = await people.ana?.call(removeMembership, {
    loyaltyCode: '60000001',
    clientId: member?.clientId ?? '',
    vehicleId: member?.vehicles[0]?.vehicleId ?? '',
  })
  expect(left?.responseHeader.responseCode).toBe('00')
  expect((await asks('ana', '60000001')).memberships[0]?.vehicles).toEqual(
    member?.vehicles.slice(1),
  )
})

test('carla lists the members of the programme that she sponsors, and narrows them by card', async () => {
  const all = await asks('carla', 'uber')
  expect(holders(all)).toEqual(await inForce('uber'))
  expect(holders(all).length).toBeGreaterThan(2)
  const [one] = all.memberships
  const found = await asks('carla', 'uber', { clientCardNumber: one?.clientCardNumber })
  expect(found.memberships).toEqual([one])
  expect(JSON.stringify(all)).not.toContain('accountBank')
})

test('diego and elena list both programmes; pages chain', async () => {
  for (const name of ['diego', 'elena'])
    for (const programme of ['uber', 'surtidor'])
      expect(holders(await asks(name, programme))).toEqual(await inForce(programme))
  await server.context.db.execute(
    sql`update loyalty set since = '2026-01-01T12:00:00Z' where programme = 'surtidor'`,
  )
  const chained: ActiveMembership[] = []
  let after = ''
  do {
    const page = await asks('diego', 'surtidor', { count: 2, after })
    chained.push(...page.memberships)
    after = page.next
  } while (after !== '')
  expect(chained).toEqual((await asks('diego', 'surtidor')).memberships)
})

test.each([
  ['carla', 'surtidor'],
  ['carla', '60000002'],
  ['ana', 'uber'],
  ['fede', '60000001'],
  ['driver00001', '60000001'],
])('%s may not list %s, nor learn that it is there', async (name, code) => {
  const theirs = (await asks(name, code)).responseHeader
  const nobodys = (await asks(name, 'NO-EXISTE')).responseHeader
  expect(theirs.responseCode).toBe('05')
  expect({ ...theirs, rrn: '' }).toEqual({ ...nobodys, rrn: '' })
})

test('one that was left is on no list', async () => {
  await people.ana?.call(removeMembership, { loyaltyCode: '60000002' })
  expect((await asks('ana', '60000002')).responseHeader.responseCode).toBe('05')
  expect(holders(await asks('carla', 'uber'))).not.toContain('Ana Pereira')
})
