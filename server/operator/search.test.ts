import { describe, expect, test } from 'vitest'
import { objects } from '#contract/operator/objects.ts'
import { search } from '#contract/operator/search.ts'
import { readTerm } from '#server/operator/search.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))
const found = async (text: string) => accepted(await elena.call(search, { text })).hits

describe('search', () => {
  test('a payment is found by the last four digits of its card, alone and with its day', async () => {
    const { rows } = accepted(
      await elena.call(objects, { kind: 'payment', filters: { state: 'PAID' } }),
    )
    const [first] = rows
    const lastFour = first?.cells[5]?.text?.slice(-4) ?? ''
    const [, y, m, d] = /^(....)(..)(..)/.exec(first?.cells[4]?.stamp ?? '') ?? []
    expect((await found(`${lastFour} ${d}/${m}/${y}`)).map(({ id }) => id)).toContain(first?.id)
    expect((await found(`${lastFour} 1/1/1999`)).filter(({ kind }) => kind === 'payment')).toEqual(
      [],
    )
    expect((await found(`···· ${lastFour}`)).length).toBeGreaterThan(0)
  })

  test('hostile texts find nothing', async () => {
    for (const text of ["' or 1=1 --", '%', '_', '%%%%', '\\', '<b>', '9'.repeat(100)])
      expect(await found(text)).toEqual([])
  })

  test('a sponsor finds no kind that its role does not see', async () => {
    const carla = await server.as('carla')
    const { hits } = accepted(await carla.call(search, { text: '4242' }))
    expect(hits.filter(({ kind }) => kind === 'payment')).toEqual([])
  })

  test('a person is found by a masked number only where it may be shown, and misses are limited and audited', async () => {
    const { rows } = await server.owner.query<Record<string, string>>(
      `select p.document_number, p.mobile, v.plate, y.client_card_number, y.code from person p
        join loyalty y on y.person_id = p.id join vehicle v on v.loyalty_code = y.code
        where y.programme = 'uber' and y.ended_at is null and y.client_card_number <> '' limit 1`,
    )
    const { code = '', ...numbers } = rows[0] ?? {}
    const carla = await server.as('carla')
    const people = async (client: typeof carla, text: string) =>
      accepted(await client.call(search, { text })).hits.filter(({ kind }) => kind === 'driver')
    expect(await people(carla, code)).toHaveLength(1)
    for (const text of Object.values(numbers)) {
      expect(await people(carla, text)).toEqual([])
      expect(await people(elena, text)).toHaveLength(1)
    }
    await server.owner.query('delete from rate_limit')
    let missed = 0
    let answer = await elena.call(search, { text: '9999000' })
    while (answer.status === 200) {
      missed += 1
      answer = await elena.call(search, { text: String(9_999_000 + missed) })
    }
    const { rows: audited } = await server.owner.query(
      `select detail from audit where action = 'searchMissed' order by seq desc limit 60`,
    )
    expect([missed, audited.length, answer.responseHeader.reason]).toEqual([60, 60, 'too_many'])
    expect(audited[59]?.detail).toEqual({ name: '•••000' })
  })

  test.each([
    ['4242 7/9', '20260907'],
    ['4242 7/9/2025', '20250907'],
    ['4242 31/12', '20251231'],
    ['4242', null],
  ])('%s is read as a card with the day %s', (text, day) => {
    const { card } = readTerm(text, new Date('2026-09-08T15:00:00Z'))
    expect(card).toEqual({ lastFour: '4242', day })
  })
})
