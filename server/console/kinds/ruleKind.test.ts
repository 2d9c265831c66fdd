import { describe, expect, test } from 'vitest'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile({ checked: true })
const elena = startForFile(async () => objectSteps(await server.as('elena'), 'rule'))
const second = startForFile(async () =>
  objectSteps(await createPersonLike(server, 'second', 'elena'), 'rule'),
)

const FIELDS = {
  programme: 'surtidor',
  product: 'super',
  perLitre: '5',
  perHundred: '0',
  weekdays: 'all',
  hourFrom: '',
  hourUntil: '',
  means: 'any',
  validFrom: '20260910',
  validUntil: '',
}
const propose = async (fields: Record<string, string> = {}) =>
  accepted(await elena.act('', 'propose', { ...FIELDS, ...fields })).madeId

describe('accrual rules in the console', () => {
  test('a proposed rule says what past sales would have given, and changes nothing', async () => {
    const till = await enrolTestTerminal(server, 'E003')
    const member = { loyaltyCode: '60000001' }
    accepted(
      await till.call(reportSales, {
        items: [
          reportedSale('1', 10, member),
          reportedSale('2', 20, member),
          reportedSale('3', 30),
        ],
      }),
    )
    const before = (await till.call(heartbeat, {})).rules
    const id = await propose({ perLitre: '9' })
    const page = await elena.page(id)
    expect(page.title).toBe('9 puntos por litro de Super')
    expect(page.badges).toMatchObject([{ text: 'Espera a otra persona' }])
    const [given, wouldGive] = ['Puntos que se dieron', 'Puntos que se habrían dado'].map(
      (name) => factOf(page, name)?.count ?? 0,
    )
    const [chart] = page.charts ?? []
    expect(chart?.bars[0]).toMatchObject({ before: { count: 0 } })
    expect(chart?.bars.reduce((sum, { value }) => sum + (value.count ?? 0), 0)).toBe(wouldGive)
    expect(wouldGive).toBeGreaterThan(given ?? 0)
    expect((await till.call(heartbeat, {})).rules).toEqual(before)
    expect((await elena.list({ state: 'waiting' })).map((row) => row.id)).toContain(id)
    const all = await elena.list()
    expect(await elena.paged(1)).toEqual(all.map((row) => row.id))
  })

  test('confirmed it comes into force on its day, with its conditions', async () => {
    const id = await propose({
      weekdays: 'weekend',
      means: 'credit',
      hourFrom: '22',
      hourUntil: '6',
      validUntil: '20260930',
    })
    accepted(await second.act(id, 'decide', { decision: 'confirmed' }))
    const page = await elena.page(id)
    const days = ['Desde', 'Hasta'].map((name) => factOf(page, name)?.day)
    expect(days).toEqual(['20260910', '20260930'])
    expect(page.badges).toMatchObject([{ text: 'Todavía no empezó' }])
    expect(factOf(page, 'Cuándo')?.text).toBe('sábado, domingo, de 22 a 6, con crédito')
    expect(page.timeline.map(({ title }) => title)).toEqual([
      'Regla de puntos confirmada',
      'Regla de puntos propuesta',
    ])
    expect(page.actions.map(({ name }) => name)).toEqual(['note'])
  })

  test('that is rejected or withdrawn is listed as such', async () => {
    const [first, other] = [await propose(), await propose()]
    accepted(await second.act(first, 'decide', { decision: 'rejected' }))
    accepted(await elena.act(other, 'withdraw'))
    for (const [state, id] of [
      ['rejected', first],
      ['withdrawn', other],
    ] as const)
      expect((await elena.list({ state })).map((row) => row.id)).toContain(id)
  })

  test.each([
    ['a day within the hour', { validFrom: '20260907' }, /dentro de una hora/],
    ['an end before the start', { validUntil: '20260909' }, /anterior al primero/],
    ['an unknown programme', { programme: 'x' }, /programa/],
    [
      'nothing, named by its first field',
      { programme: '', perLitre: '', perHundred: '' },
      /programa/,
    ],
    ['no first day', { validFrom: '' }, /desde qué día/],
    ['a day that does not exist', { validFrom: '20260931' }, /un día que exista/],
    ['no hours', { hourFrom: '8', hourUntil: '8' }, /horas/],
    ['an unknown weekday', { weekdays: 'x' }, /./],
    ['too many points', { perLitre: '1001' }, /de 0 a 1000/],
    ['no points', { perLitre: '' }, /de 0 a 1000/],
    ['a text', { perHundred: '1,5' }, /de 0 a 1000/],
    ['unknown means', { means: 'x' }, /regla/],
  ])('a rule with %s is refused', async (_what, fields, expected) => {
    const { responseHeader } = await elena.act('', 'propose', { ...FIELDS, ...fields })
    expect(responseHeader).toMatchObject({ responseCode: '05', reason: 'invalid_request' })
    expect(responseHeader.responseDescription).toMatch(expected)
  })
})
