import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'

const people: Record<string, Person> = {}
const server = testServerForFile()
beforeAll(async () => {
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

async function visibleTo(name: string, ask: object = {}): Promise<MembershipRequest[]> {
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

describe('membershipRequestList', () => {
  test('lists all requests for the administrator, newest first', async () => {
    expect(references(await visibleTo('elena'))).toEqual(references(await all()))
  })

  test('lists a driver’s own requests in every state, and no others', async () => {
    const visible = await visibleTo('ana')
    expect(visible.map(({ programme, state }) => `${programme} ${state}`).toSorted()).toEqual([
      'surtidor STATE_PETROBRAS_AUTHORIZED',
      'uber STATE_PETROBRAS_AUTHORIZED',
      'uber VOIDED',
    ])
    expect(visible.every(({ own, holder }) => own && holder === 'Ana Pereira')).toBe(true)
  })

  test('lists for a sponsor the requests to its programme, without bank accounts', async () => {
    const visible = await visibleTo('carla')
    expect(references(visible)).toEqual(
      references((await all()).filter(({ programme }) => programme === 'uber')),
    )
    expect(visible.some(({ holder }) => holder === 'Federico Cabrera')).toBe(true)
    const text = JSON.stringify(visible)
    expect(text).not.toContain('55512345678')
    expect(visible.every(({ accountBank, accountName }) => accountBank + accountName === '')).toBe(
      true,
    )
  })

  test('lists for the network the requests that reached it, with bank accounts', async () => {
    const reached = (await all()).filter(
      ({ programme, state }) =>
        programme === 'surtidor' ||
        [
          'STATE_UBER_AUTHORIZED',
          'STATE_PETROBRAS_AUTHORIZED',
          'STATE_PETROBRAS_REJECTED',
        ].includes(state),
    )
    const visible = await visibleTo('diego')
    expect(references(visible)).toEqual(references(reached))
    expect(visible.some(({ holder }) => holder === 'Federico Cabrera')).toBe(false)
    expect(visible.some(({ accountBankNumber }) => accountBankNumber !== '')).toBe(true)
  })

  test('filters by state and reference within the visible requests', async () => {
    expect((await visibleTo('carla', { state: 'VOIDED' })).map(({ holder }) => holder)).toContain(
      'Ana Pereira',
    )
    const [fedes] = await visibleTo('fede')
    const reference = fedes?.reference ?? ''
    expect(references(await visibleTo('carla', { reference }))).toEqual([reference])
    expect(await visibleTo('carla', { reference, state: 'VOIDED' })).toEqual([])
    for (const name of ['ana', 'diego']) expect(await visibleTo(name, { reference })).toEqual([])
  })

  test('answers the driver’s document and contact, and who decided, to the roles that decide', async () => {
    const contact = ({ documentNumber, email, mobile }: MembershipRequest) =>
      documentNumber + email + mobile
    const [fedes] = await visibleTo('carla', { search: 'Federico' })
    expect(fedes).toMatchObject({
      documentNumber: expect.stringMatching(/^\d{8}$/),
      email: 'fede@demo.surtidor.uy',
      mobile: expect.stringMatching(/^\+598/),
      sponsorName: '',
      networkName: '',
    })
    const carlas = await visibleTo('carla', { state: 'STATE_PETROBRAS_AUTHORIZED' })
    expect(carlas.length).toBeGreaterThan(0)
    for (const request of carlas)
      expect(request).toMatchObject({ sponsorName: 'Carla Núñez', networkName: 'Diego Olivera' })
    expect((await visibleTo('diego')).every((request) => contact(request) !== '')).toBe(true)
    // The administrator reads only, and needs neither document nor contact.
    expect((await visibleTo('elena')).map(contact).join('')).toBe('')
    for (const request of await visibleTo('ana')) {
      expect(request.email).toBe('ana@demo.surtidor.uy')
      expect(request.sponsorName + request.networkName).toBe('')
    }
  })

  test.each([
    ['a part of the name', 'edeRI'],
    ['words of the name in any order, without their accents', 'cabréra federico'],
    ['the plate in two groups', 'hbc 4521'],
    ['the plate with a hyphen', 'HBC-4521'],
  ])('searches by %s', async (_name, search) => {
    expect((await visibleTo('carla', { search })).map(({ holder }) => holder)).toEqual([
      'Federico Cabrera',
    ])
  })

  test('searches by document and reference as they are written', async () => {
    const [fedes] = await visibleTo('fede')
    const { documentNumber = '', reference = '' } = fedes ?? {}
    const written = `${documentNumber[0]}.${documentNumber.slice(1, 4)}.${documentNumber.slice(4, 7)}-${documentNumber[7]}`
    for (const search of [written, documentNumber, reference, reference.toLowerCase()])
      expect(references(await visibleTo('carla', { search }))).toEqual([reference])
    expect(await visibleTo('carla', { search: `${reference} Pereira` })).toEqual([])
  })

  test('a search finds no document that the caller may not see, and reads no wildcard', async () => {
    const [fedes] = await visibleTo('fede')
    const search = fedes?.documentNumber ?? ''
    expect(await visibleTo('elena', { search })).toEqual([])
    expect(await visibleTo('ana', { search })).toEqual([])
    for (const wildcard of ['%', '_', 'f%o', '\\', 'federico\\', "' or true --"])
      expect(await visibleTo('carla', { search: wildcard })).toEqual([])
  })

  test('lists the oldest first when asked to, also in pages', async () => {
    const newest = await visibleTo('carla')
    expect(newest.length).toBeGreaterThan(3)
    expect(await visibleTo('carla', { order: 'oldest' })).toEqual(newest.toReversed())
    const first = await people.carla?.call(membershipRequestList, { order: 'oldest', count: 2 })
    const rest = await visibleTo('carla', { order: 'oldest', after: first?.next ?? '' })
    expect(references([...(first?.membershipRequests ?? []), ...rest])).toEqual(
      references(newest.toReversed()),
    )
  })

  test('pages have no gap or overlap, also between requests of the same instant', async () => {
    await server.context.db.execute(
      sql`update membership_request set at = '2026-09-01T12:00:00Z' where programme = 'uber'`,
    )
    const whole = await visibleTo('elena')
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
    ['an unknown order', { order: 'random' as never }],
    ['a search with a control character', { search: 'a\u0000' }],
    ['a search that is too long', { search: 'a'.repeat(101) }],
    ['an invalid cursor', { after: "1.1' or true" }],
    ['a cursor with an impossible date', { after: '99999999999999.SOL-1' }],
    ['a reference with a control character', { reference: 'SOL-\u0000' }],
  ])('rejects %s with a sentence', async (_name, ask) => {
    const answer = await people.elena?.call(membershipRequestList, ask)
    expect(answer?.status).toBe(200)
    expect(answer?.responseHeader.responseCode).toBe('05')
    expect(answer?.responseHeader.responseDescription).toMatch(/\.$/)
  })

  test('answers the programmes', async () => {
    expect((await people.fede?.call(membershipRequestList, {}))?.programmes).toEqual([
      {
        code: 'surtidor',
        name: 'Surtidor Club',
        sponsored: false,
        retainedPoints: 0,
        retainedUntil: '',
      },
      {
        code: 'uber',
        name: 'Surtidor Uber',
        sponsored: true,
        retainedPoints: 0,
        retainedUntil: '',
      },
    ])
  })

  test('a search of many words costs about what a search of one does', async () => {
    await server.context.db.execute(sql`
      insert into membership_request (reference, person_id, programme, state, draft, at)
      select 'M-' || n, person_id, programme, 'VOIDED', draft, at
      from (select * from membership_request where programme = 'uber' limit 1) one,
        generate_series(1, 4000) n`)
    const shortest = async (search: string) => {
      const times = []
      for (let n = 0; n < 3; n++) {
        const start = performance.now()
        await people.carla?.call(membershipRequestList, { search, count: 1 })
        times.push(performance.now() - start)
      }
      return Math.min(...times)
    }
    const one = await shortest('m')
    expect(await shortest(Array.from({ length: 50 }, () => 'm').join(' '))).toBeLessThan(8 * one)
  })
})
