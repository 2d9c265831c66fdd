import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import {
  type TestServer,
  startTestServer,
  PASSWORD,
  type Person,
  personAt,
} from '#testing/testServer.ts'
import { openLockHolder } from '#testing/lockHolder.ts'
import { createPersonLike } from '#testing/createPerson.ts'

/** A3: one winner per stage, whoever decides at once, on two servers of one database. */
let server: TestServer
let doors: string[]
let fede: Person
let carla: Person
let clara: Person
let diego: Person
let dario: Person
beforeAll(async () => {
  server = await startTestServer()
  const other = await server.second()
  doors = [server.url, `http://127.0.0.1:${other.port}`]
  fede = await server.as('fede')
  carla = await server.as('carla')
  clara = await createPersonLike(server, 'clara', 'carla')
  diego = await server.as('diego')
  dario = await createPersonLike(server, 'dario', 'diego')
})
afterAll(async () => {
  const broken = (await checkInvariants(server.context.db)).filter(({ rows }) => rows.length > 0)
  await server.close()
  if (broken.length > 0) throw new Error(`promises broken: ${JSON.stringify(broken)}`)
})

/** The same person at the first or the second server. */
const at = (person: Person, place: number) =>
  personAt(doors[place % 2] ?? '', person.token, server.context.now)
async function asks(programme: string, who = fede, more: object = {}): Promise<string> {
  const { reference, responseHeader } = await who.call(membershipRequest, {
    request: { programme, vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' }, ...more },
  })
  expect(responseHeader.responseDescription).toBe('AUTORIZADO')
  return reference
}
const says = async (who: Person, place: number, reference: string, authorized: boolean) =>
  (
    await at(who, place).call(
      validateMembershipRequest,
      { reference, authorized },
      { header: { auditNumber: `race${place}` } },
    )
  ).responseHeader.responseCode
const winners = (codes: string[]) => codes.filter((code) => code === '00').length
const stateOf = async (reference: string) =>
  (await fede.call(membershipRequestList, { reference })).membershipRequests[0]?.state
const count = async (of: ReturnType<typeof sql>) =>
  (await server.context.db.execute<{ n: number }>(sql`select count(*)::int as n from ${of}`))
    .rows[0]?.n

test('two sponsors decide twenty times at once, yes and no: one is heard, told and audited', async () => {
  for (let round = 0; round < 3; round++) {
    const reference = await asks('uber')
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        says(place % 4 < 2 ? carla : clara, round * 100 + place, reference, place % 3 === 0),
      ),
    )
    expect(winners(codes)).toBe(1)
    expect(await count(sql`audit where subject = ${reference}`)).toBe(1)
    expect(
      await count(sql`notification where event like ${`membershipRequest:${reference}:%`}`),
    ).toBe(1)
    if ((await stateOf(reference)) === 'STATE_UBER_AUTHORIZED')
      await says(diego, 900 + round, reference, false)
  }
})

test('the network says yes twenty times at once: one membership, one account, one vehicle', async () => {
  const reference = await asks('uber')
  await says(carla, 300, reference, true)
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      says(place % 4 < 2 ? diego : dario, 400 + place, reference, true),
    ),
  )
  expect(winners(codes)).toBe(1)
  const { loyalties: held } = await fede.call(loyalties, {})
  expect(held.map(({ programme, vehicles }) => [programme, vehicles.length])).toEqual([['uber', 1]])
  expect(await count(sql`loyalty where request_reference = ${reference}`)).toBe(1)
  expect(await count(sql`audit where subject = ${reference}`)).toBe(2)
})

test('the network’s yes against its no: what stands is what was told', async () => {
  const reference = await asks('surtidor')
  const codes = await Promise.all([
    says(diego, 500, reference, true),
    says(dario, 501, reference, false),
  ])
  expect(winners(codes)).toBe(1)
  const state = await stateOf(reference)
  const { loyalties: held } = await fede.call(loyalties, {})
  expect(held.some(({ programme }) => programme === 'surtidor')).toBe(
    state === 'STATE_PETROBRAS_AUTHORIZED',
  )
  for (const { loyaltyCode } of held) await fede.call(removeMembership, { loyaltyCode })
})

test('the sponsor decides while the driver withdraws: one of the two', async () => {
  for (let round = 0; round < 8; round++) {
    const reference = await asks('uber')
    const [decided, withdrawn] = await Promise.all([
      says(carla, 600 + round, reference, false),
      at(fede, round + 1).call(removeMembership, { loyaltyCode: reference }),
    ])
    expect(winners([decided ?? '', withdrawn.responseHeader.responseCode])).toBe(1)
    expect(await stateOf(reference)).toBe(decided === '00' ? 'STATE_UBER_REJECTED' : 'VOIDED')
  }
})

test('asking again while the network says yes never leaves a member who waits', async () => {
  for (let round = 0; round < 6; round++) {
    const reference = await asks('surtidor')
    const [yes, again] = await Promise.all([
      says(diego, 700 + round, reference, true),
      at(fede, round + 1).call(membershipRequest, {
        request: {
          programme: 'surtidor',
          vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' },
        },
      }),
    ])
    expect(yes).toBe('00')
    expect(again.responseHeader.responseCode).toBe('05')
    const { loyalties: held } = await fede.call(loyalties, {})
    expect(held).toHaveLength(1)
    for (const { loyaltyCode } of held) await fede.call(removeMembership, { loyaltyCode })
  }
})

test('two drivers who claim one card, authorised at once: one of them has it', async () => {
  const gabi = await createPersonLike(server, 'gabi', 'fede')
  const card = { clientCardNumber: '8800007777' }
  const requests = [await asks('surtidor', fede, card), await asks('surtidor', gabi, card)]
  const codes = await Promise.all([
    says(diego, 800, requests[0] ?? '', true),
    says(dario, 801, requests[1] ?? '', true),
  ])
  expect(winners(codes)).toBe(1)
  expect(
    await count(sql`loyalty where client_card_number = '8800007777' and ended_at is null`),
  ).toBe(1)
})

test('the network says yes while the driver deletes the account: no membership of nobody', async () => {
  const gone = await createPersonLike(server, 'gone', 'fede')
  const reference = await asks('uber', gone)
  await says(carla, 850, reference, true)
  const gate = await openLockHolder(server)
  // Her messages go after her requests: the row of this one is held by then.
  await gate.hold('lock table contact_message in exclusive mode')
  const leaving = gone.call(deleteAccount, { password: PASSWORD })
  await gate.queued(1)
  const yes = says(diego, 852, reference, true)
  await gate.queued(2)
  await gate.open('rollback')
  expect((await leaving).responseHeader.responseCode).toBe('00')
  expect(await yes).toBe('05')
  expect(await count(sql`loyalty where request_reference = ${reference}`)).toBe(0)
})
