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
    const lastFour = first?.cells[3]?.text?.slice(-4) ?? ''
    const [, y, m, d] = /^(....)(..)(..)/.exec(first?.cells[2]?.stamp ?? '') ?? []
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
