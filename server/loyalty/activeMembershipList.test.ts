import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ActiveLoyalty, activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

let people: Record<string, Person>
const server = testServerForEachTest()
beforeEach(async () => {
  people = {}
})

/** A session of a person, opened on first use. */
const as = async (name: string) => (people[name] ??= await server.as(name))
async function list(name: string, loyaltyCode: string, more: object = {}) {
  return await (await as(name)).call(activeMembershipList, { loyaltyCode, ...more })
}
const holders = ({ memberships }: { memberships: ActiveLoyalty[] }) =>
  memberships.map(({ holder }) => holder)
const inForce = async (programme: string) =>
  (
    await server.context.db.execute<{ holder: string }>(
      sql`select holder from loyalty where programme = ${programme} and ended_at is null order by since desc, code desc`,
    )
  ).rows.map(({ holder }) => holder)

describe('activeMembershipList', () => {
  test('finds a driver’s own loyalty by its code alone, or with card number and RUT', async () => {
    const [club, ride] = (await (await as('ana')).call(loyalties, {})).loyalties
    const alone = await list('ana', '60000001')
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
    expect(holders(await list('ana', '60000002', both))).toEqual(['Ana Pereira'])
    const [a, b, c] = [0, 4, 8].map((at) => both.clientRUT?.slice(at, at + 4))
    expect(holders(await list('ana', '60000002', { clientRUT: ` ${a}.${b}-${c}` }))).toEqual([
      'Ana Pereira',
    ])
    const empty = { clientRUT: null, clientCardNumber: null }
    expect(holders(await list('ana', '60000002', empty))).toEqual(['Ana Pereira'])
    expect(holders(await list('ana', '60000002', { ...both, clientCardNumber: '880000' }))).toEqual(
      [],
    )
    expect(holders(await list('ana', '60000001', { clientRUT: both.clientRUT }))).toEqual([])
  })

  test('answers the ids that removeMembership takes', async () => {
    const [member] = (await list('ana', '60000001')).memberships
    const answer = await (await as('ana')).call(removeMembership, {
      loyaltyCode: '60000001',
      clientId: member?.clientId ?? '',
      vehicleId: member?.vehicles[0]?.vehicleId ?? '',
    })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect((await list('ana', '60000001')).memberships[0]?.vehicles).toEqual(
      member?.vehicles.slice(1),
    )
  })

  test('lists the members of a sponsor’s programme, filtered by card number', async () => {
    const all = await list('carla', 'uber')
    expect(holders(all)).toEqual(await inForce('uber'))
    expect(holders(all).length).toBeGreaterThan(2)
    const [one] = all.memberships
    const found = await list('carla', 'uber', { clientCardNumber: one?.clientCardNumber })
    expect(found.memberships).toEqual([one])
    expect(JSON.stringify(all)).not.toContain('accountBank')
  })

  test('lists all programmes for the network and the administrator, in pages without gap or overlap', async () => {
    for (const name of ['diego', 'elena'])
      for (const programme of ['uber', 'surtidor'])
        expect(holders(await list(name, programme))).toEqual(await inForce(programme))
    await server.context.db.execute(
      sql`update loyalty set since = '2026-01-01T12:00:00Z' where programme = 'surtidor'`,
    )
    const chained: ActiveLoyalty[] = []
    let after = ''
    do {
      const page = await list('diego', 'surtidor', { count: 2, after })
      chained.push(...page.memberships)
      after = page.next
    } while (after !== '')
    expect(chained).toEqual((await list('diego', 'surtidor')).memberships)
  })

  test('leaves out ended loyalties', async () => {
    await (await as('ana')).call(removeMembership, { loyaltyCode: '60000002' })
    expect((await list('ana', '60000002')).responseHeader.responseCode).toBe('05')
    expect(holders(await list('carla', 'uber'))).not.toContain('Ana Pereira')
  })
})

describe('activeMembershipList of a code that the caller may not list', () => {
  test('answers the same for it and for an unknown code', async () => {
    const cases = [
      ['carla', 'surtidor'],
      ['carla', '60000002'],
      ['ana', 'uber'],
      ['fede', '60000001'],
      ['driver00001', '60000001'],
    ] as const
    for (const [name, code] of cases) {
      const refused = (await list(name, code)).responseHeader
      const unknown = (await list(name, 'NO-EXISTE')).responseHeader
      expect.soft(refused.responseCode, `${name} ${code}`).toBe('05')
      expect.soft({ ...refused, rrn: '' }, `${name} ${code}`).toEqual({ ...unknown, rrn: '' })
    }
  })
})
