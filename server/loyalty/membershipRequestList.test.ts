import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

let server: TestServer
const people: Record<string, Person> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['ana', 'carla', 'diego', 'elena', 'fede'])
    people[name] = await server.as(name)
  await people.fede?.call(membershipRequest, {
    request: {
      programme: 'uber',
      vehicle: { mark: 'nissan', plate: 'HBC 4521', fuel: 'super' },
      accountBank: 'Brou',
      accountBankType: 'CC',
      accountBankNumber: '55512345678',
      accountName: 'Federico Cabrera',
    },
  })
})
afterAll(() => server.close())

async function seenBy(name: string, ask: object = {}): Promise<MembershipRequest[]> {
  const person = people[name]
  if (!person) throw new Error(name)
  return (await person.call(membershipRequestList, ask)).membershipRequests
}
const all = async () =>
  (
    await server.context.db.execute<{ reference: string; state: string; programme: string }>(
      sql`select reference, state, programme from membership_request order by at desc, reference desc`,
    )
  ).rows
const references = (list: { reference: string }[]) => list.map(({ reference }) => reference)

test('elena sees all of them, newest first', async () => {
  expect(references(await seenBy('elena'))).toEqual(references(await all()))
})

test('ana sees her own, whatever became of them, and nobody else’s', async () => {
  const hers = await seenBy('ana')
  expect(hers.map(({ programme, state }) => `${programme} ${state}`).toSorted()).toEqual([
    'surtidor STATE_PETROBRAS_AUTHORIZED',
    'uber STATE_PETROBRAS_AUTHORIZED',
    'uber VOIDED',
  ])
  expect(hers.every(({ own, holder }) => own && holder === 'Ana Pereira')).toBe(true)
})

test('carla, the sponsor, sees her drivers alone and no account of theirs', async () => {
  const hers = await seenBy('carla')
  expect(references(hers)).toEqual(
    references((await all()).filter(({ programme }) => programme === 'uber')),
  )
  expect(hers.some(({ holder }) => holder === 'Federico Cabrera')).toBe(true)
  const text = JSON.stringify(hers)
  expect(text).not.toContain('55512345678')
  expect(hers.every(({ accountBank, accountName }) => accountBank + accountName === '')).toBe(true)
})

test('diego, the network, sees what reached him, with its account', async () => {
  const reached = (await all()).filter(
    ({ programme, state }) =>
      programme === 'surtidor' ||
      ['STATE_UBER_AUTHORIZED', 'STATE_PETROBRAS_AUTHORIZED', 'STATE_PETROBRAS_REJECTED'].includes(
        state,
      ),
  )
  const his = await seenBy('diego')
  expect(references(his)).toEqual(references(reached))
  expect(his.some(({ holder }) => holder === 'Federico Cabrera')).toBe(false)
  expect(his.some(({ accountBankNumber }) => accountBankNumber !== '')).toBe(true)
})

test('a state narrows the list; a reference leads to one; neither widens it', async () => {
  expect((await seenBy('carla', { state: 'VOIDED' })).map(({ holder }) => holder)).toContain(
    'Ana Pereira',
  )
  const [fedes] = await seenBy('fede')
  const reference = fedes?.reference ?? ''
  expect(references(await seenBy('carla', { reference }))).toEqual([reference])
  expect(await seenBy('carla', { reference, state: 'VOIDED' })).toEqual([])
  for (const name of ['ana', 'diego']) expect(await seenBy(name, { reference })).toEqual([])
})

test('pages chain without a gap or an overlap, also between requests of the same instant', async () => {
  await server.context.db.execute(
    sql`update membership_request set at = '2026-09-01T12:00:00Z' where programme = 'uber'`,
  )
  const whole = await seenBy('elena')
  const chained: MembershipRequest[] = []
  let after = ''
  do {
    const page = await people.elena?.call(membershipRequestList, { count: 2, after })
    expect(page?.membershipRequests.length).toBeLessThanOrEqual(2)
    chained.push(...(page?.membershipRequests ?? []))
    after = page?.next ?? ''
  } while (after !== '')
  expect(chained).toEqual(whole)
})

test.each([
  ['a state of payments', { state: 'PAID' }],
  ['a cursor that we never gave', { after: "1.1' or true" }],
  ['a cursor out of time', { after: '99999999999999.SOL-1' }],
  ['a reference that no keyboard writes', { reference: 'SOL-\u0000' }],
])('%s is refused with a sentence', async (_what, ask) => {
  const answer = await people.elena?.call(membershipRequestList, ask)
  expect(answer?.status).toBe(200)
  expect(answer?.responseHeader.responseCode).toBe('05')
  expect(answer?.responseHeader.responseDescription).toMatch(/\.$/)
})

test('everybody is told what may be asked for', async () => {
  expect((await people.fede?.call(membershipRequestList, {}))?.programmes).toEqual([
    { code: 'surtidor', name: 'Surtidor Club', sponsored: false },
    { code: 'uber', name: 'Surtidor Uber', sponsored: true },
  ])
})
