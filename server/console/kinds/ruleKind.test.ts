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
    expect(page.actions.map(({ name }) => name)).toEqual(['note', 'end', 'change'])
  })

  test('say what they gave in 30 days', async () => {
    const rule = async () => {
      const [first] = await elena.list({ state: 'inForce' })
      return await elena.page(first?.id ?? '')
    }
    const given = async () =>
      ['Puntos que dio', 'Ventas', 'Afiliaciones'].map(async (name) =>
        (
          await Promise.all(
            (
              await elena.list({ state: 'inForce' })
            ).map(async ({ id }) => factOf(await elena.page(id), name)?.count ?? 0),
          )
        ).reduce((sum, count) => sum + count, 0),
      )
    expect((await rule()).groups.map(({ title }) => title)).toContain('En los últimos 30 días')
    const before = await Promise.all(await given())
    const till = await enrolTestTerminal(server, 'E004')
    const sale = reportedSale('9', 10, { loyaltyCode: '60000001' })
    const { results } = accepted(await till.call(reportSales, { items: [sale] }))
    const after = await Promise.all(await given())
    expect(after[0]).toBe((before[0] ?? 0) + (results[0]?.points ?? 0))
    expect(after[1]).toBe((before[1] ?? 0) + 1)
  })

  test('end where the change of one begins, once another operator confirms both', async () => {
    const old = await propose({ perLitre: '7', weekdays: 'weekend', means: 'credit' })
    accepted(await second.act(old, 'decide', { decision: 'confirmed' }))
    const form = (await elena.page(old)).actions.find(({ name }) => name === 'change')?.fields
    const held = Object.fromEntries(form?.map(({ name, value = '' }) => [name, value]) ?? [])
    expect(held).toMatchObject({
      perLitre: '7',
      weekdays: 'weekend',
      means: 'credit',
      product: 'super',
    })
    const fields = { ...held, perLitre: '8', validFrom: '20260915' }
    const changed = accepted(await elena.act(old, 'change', fields)).madeId
    expect(factOf(await elena.page(changed), 'Termina donde empieza ésta')?.link?.id).toBe(old)
    expect(factOf(await elena.page(old), 'Hasta')).toEqual({ text: 'Sin fin' })
    // Of two confirmations one counts: the old rule ends once.
    const decided = await Promise.all(
      [1, 2].map(() => second.act(changed, 'decide', { decision: 'confirmed' })),
    )
    expect(decided.filter(({ outcome }) => outcome)).toHaveLength(1)
    expect(factOf(await elena.page(old), 'Hasta')).toEqual({ day: '20260914' })
    expect(factOf(await elena.page(changed), 'Desde')).toEqual({ day: '20260915' })
    expect((await elena.page(old)).timeline[0]?.title).toBe('Regla de puntos con último día')
  })

  test.each(['x', '0', "' or true --", '9'.repeat(30)])(
    'no change and no end of one with the id %s',
    async (id) => {
      const { programme: _, ...change } = FIELDS
      for (const [action, fields] of Object.entries({ change, end: { lastDay: '20260920' } }))
        expect((await elena.act(id, action, fields)).responseHeader).toMatchObject({
          responseCode: '05',
          reason: 'not_found',
        })
    },
  )

  test('end from a day to come, by a proposal that stores no other rule', async () => {
    const old = await propose({ perLitre: '6', validFrom: '20260912' })
    accepted(await second.act(old, 'decide', { decision: 'confirmed' }))
    for (const [lastDay, sentence] of [
      ['', /último día/],
      ['20260906', /dentro de una hora/],
      ['20260911', /todavía no empezó/],
    ] as const)
      expect((await elena.act(old, 'end', { lastDay })).responseHeader.responseDescription).toMatch(
        sentence,
      )
    const rules = (await elena.list()).length
    const ended = accepted(await elena.act(old, 'end', { lastDay: '20260920' })).madeId
    expect((await elena.page(ended)).title).toBe('Terminar: 6 puntos por litro de Super')
    const own = await elena.act(ended, 'decide', { decision: 'confirmed' })
    expect(own.responseHeader.reason).toBe('action_gone')
    const other = accepted(await elena.act(old, 'end', { lastDay: '20260930' })).madeId
    const done = accepted(await second.act(ended, 'decide', { decision: 'confirmed' }))
    expect(done.madeId).toBe(old)
    expect(factOf(await elena.page(old), 'Hasta')).toEqual({ day: '20260920' })
    // It ends before what the other proposal says.
    const late = await second.act(other, 'decide', { decision: 'confirmed' })
    expect(late.responseHeader.responseDescription).toContain('ya tiene un fin anterior')
    accepted(await second.act(other, 'decide', { decision: 'rejected' }))
    expect(await elena.list()).toHaveLength(rules + 1)
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
