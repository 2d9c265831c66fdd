import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

/** A3: concurrent decisions on two servers of one database. */
let onOther: (token: string) => Person
let carla: Person
let clara: Person
let diego: Person
let dario: Person
const server = testServerForFile({ checked: true })
beforeAll(async () => {
  onOther = (await server.second()).session
  carla = await server.as('carla')
  clara = await createPersonLike(server, 'clara', 'carla')
  diego = await server.as('diego')
  dario = await createPersonLike(server, 'dario', 'diego')
})

/** The session of a person at the first or the second server. */
const at = (person: Person, place: number) => (place % 2 ? onOther(person.token) : person)
let drivers = 0
/** A new driver without a loyalty. */
const newDriver = () => createPersonLike(server, `racer${(drivers += 1)}`, 'fede')
async function request(who: Person, programme: string, more: object = {}): Promise<string> {
  const { reference, responseHeader } = await who.call(membershipRequest, {
    request: { programme, vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' }, ...more },
  })
  expect(responseHeader.responseDescription).toBe('AUTORIZADO')
  return reference
}
const decide = async (who: Person, place: number, reference: string, authorized: boolean) =>
  (
    await at(who, place).call(
      validateMembershipRequest,
      { reference, authorized },
      { header: { auditNumber: `race${place}` } },
    )
  ).responseHeader.responseCode
const winners = (codes: string[]) => codes.filter((code) => code === '00').length
const stateOf = async (driver: Person, reference: string) =>
  (await driver.call(membershipRequestList, { reference })).membershipRequests[0]?.state
const count = async (of: ReturnType<typeof sql>) =>
  (await server.context.db.execute<{ n: number }>(sql`select count(*)::int as n from ${of}`))
    .rows[0]?.n

describe('concurrent decisions (A3)', () => {
  test('one of twenty decisions of two sponsors takes effect, with one notification and one audit entry', async () => {
    const driver = await newDriver()
    for (let round = 0; round < 3; round++) {
      const reference = await request(driver, 'uber')
      const codes = await Promise.all(
        Array.from({ length: 20 }, (_, place) =>
          decide(place % 4 < 2 ? carla : clara, round * 100 + place, reference, place % 3 === 0),
        ),
      )
      expect(winners(codes)).toBe(1)
      expect(await count(sql`audit where subject = ${reference}`)).toBe(1)
      expect(
        await count(sql`notification where event like ${`membershipRequest:${reference}:%`}`),
      ).toBe(1)
      if ((await stateOf(driver, reference)) === 'STATE_UBER_AUTHORIZED')
        await decide(diego, 900 + round, reference, false)
    }
  })

  test('one of twenty authorisations of the network creates the loyalty', async () => {
    const driver = await newDriver()
    const reference = await request(driver, 'uber')
    await decide(carla, 300, reference, true)
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        decide(place % 4 < 2 ? diego : dario, 400 + place, reference, true),
      ),
    )
    expect(winners(codes)).toBe(1)
    const { loyalties: current } = await driver.call(loyalties, {})
    expect(current.map(({ programme, vehicles }) => [programme, vehicles.length])).toEqual([
      ['uber', 1],
    ])
    expect(await count(sql`loyalty where request_reference = ${reference}`)).toBe(1)
    expect(await count(sql`audit where subject = ${reference}`)).toBe(2)
  })

  test('an authorisation and a rejection of the network: the state is that of the one that got 00', async () => {
    const driver = await newDriver()
    const reference = await request(driver, 'surtidor')
    const codes = await Promise.all([
      decide(diego, 500, reference, true),
      decide(dario, 501, reference, false),
    ])
    expect(winners(codes)).toBe(1)
    const state = await stateOf(driver, reference)
    const { loyalties: current } = await driver.call(loyalties, {})
    expect(current.some(({ programme }) => programme === 'surtidor')).toBe(
      state === 'STATE_PETROBRAS_AUTHORIZED',
    )
  })

  test('either a decision or a concurrent withdrawal takes effect', async () => {
    const driver = await newDriver()
    for (let round = 0; round < 8; round++) {
      const reference = await request(driver, 'uber')
      const [decided, withdrawn] = await Promise.all([
        decide(carla, 600 + round, reference, false),
        at(driver, round + 1).call(removeMembership, { loyaltyCode: reference }),
      ])
      expect(winners([decided ?? '', withdrawn.responseHeader.responseCode])).toBe(1)
      expect(await stateOf(driver, reference)).toBe(
        decided === '00' ? 'STATE_UBER_REJECTED' : 'VOIDED',
      )
    }
  })

  test('a new request during the authorisation of the first is refused', async () => {
    const driver = await newDriver()
    for (let round = 0; round < 6; round++) {
      const reference = await request(driver, 'surtidor')
      const [authorised, again] = await Promise.all([
        decide(diego, 700 + round, reference, true),
        at(driver, round + 1).call(membershipRequest, {
          request: {
            programme: 'surtidor',
            vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' },
          },
        }),
      ])
      expect(authorised).toBe('00')
      expect(again.responseHeader.responseCode).toBe('05')
      const { loyalties: current } = await driver.call(loyalties, {})
      expect(current).toHaveLength(1)
      for (const { loyaltyCode } of current) await driver.call(removeMembership, { loyaltyCode })
    }
  })

  test('an authorisation during the deletion of the account creates no loyalty', async () => {
    const driver = await newDriver()
    const reference = await request(driver, 'uber')
    await decide(carla, 850, reference, true)
    const lockHolder = await createLockHolder(server)
    // The deletion reaches the messages after the requests: the row of the request is locked by then.
    await lockHolder.lock('lock table contact_message in exclusive mode')
    const deletion = driver.call(deleteAccount, { password: PASSWORD })
    await lockHolder.waitForBlocked(1)
    const authorisation = decide(diego, 852, reference, true)
    await lockHolder.waitForBlocked(2)
    await lockHolder.release('rollback')
    expect((await deletion).responseHeader.responseCode).toBe('00')
    expect(await authorisation).toBe('05')
    expect(await count(sql`loyalty where request_reference = ${reference}`)).toBe(0)
  })
})
