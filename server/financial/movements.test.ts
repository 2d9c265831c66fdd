import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { lastDays, toRange } from '#contract/dates.ts'
import type { Movement } from '#contract/entities/movement.ts'
import { movements } from '#contract/financial/movements.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const ALWAYS = { dateFrom: '20240101000000', dateTo: '20270101235959' }
let loyaltyCode: string
const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))
beforeAll(async () => {
  loyaltyCode = (await ana.call(loyalties, {})).loyalties[0]?.loyaltyCode ?? ''
})

describe('movements', () => {
  test('gives all purchases of a period, newest first, and no others', async () => {
    const all = await ana.call(movements, { loyaltyCode, ...ALWAYS })
    const stamps = all.movements.map(({ datetime }) => datetime)
    expect(stamps.length).toBeGreaterThan(50)
    expect(stamps).toEqual(stamps.toSorted().toReversed())
    const { rows } = await server.context.db.execute(
      sql`select count(*)::int as n from movement where loyalty_code = ${loyaltyCode}`,
    )
    expect(stamps.length).toBe(rows[0]?.n)

    const range = { dateFrom: '20260601000000', dateTo: '20260630235959' }
    const june = await ana.call(movements, { loyaltyCode, ...range })
    expect(june.movements).toEqual(
      all.movements.filter(
        ({ datetime }) => datetime >= range.dateFrom && datetime <= range.dateTo,
      ),
    )
    expect(june.movements.length).toBeGreaterThan(0)
  })

  test('includes the last second of the period', async () => {
    const {
      movements: [newest],
    } = await ana.call(movements, { loyaltyCode, ...ALWAYS, count: 1 })
    const datetime = newest?.datetime ?? ''
    const exact = await ana.call(movements, { loyaltyCode, dateFrom: datetime, dateTo: datetime })
    expect(exact.movements.map(({ rrn }) => rrn)).toContain(newest?.rrn)
  })

  test('pages chain without a gap or an overlap, also between purchases of the same instant', async () => {
    await server.context.db.execute(
      sql`update movement set at = (select max(at) from movement where loyalty_code = ${loyaltyCode}) where rrn in (select rrn from movement where loyalty_code = ${loyaltyCode} order by at desc limit 7)`,
    )
    const whole = await ana.call(movements, { loyaltyCode, ...ALWAYS })
    const chained: Movement[] = []
    let after = ''
    do {
      const page = await ana.call(movements, { loyaltyCode, ...ALWAYS, count: 3, after })
      expect(page.movements.length).toBeLessThanOrEqual(3)
      chained.push(...page.movements)
      after = page.next
    } while (after !== '')
    expect(chained).toEqual(whole.movements)
  })

  test('a branch code narrows the list to that station', async () => {
    const { movements: all } = await ana.call(movements, { loyaltyCode, ...ALWAYS })
    const branchCode = all[0]?.branchCode ?? ''
    const there = await ana.call(movements, { loyaltyCode, ...ALWAYS, branchCode })
    expect(there.movements).toEqual(all.filter((one) => one.branchCode === branchCode))
  })

  test('takes the RUT of the loyalty with or without punctuation', async () => {
    const { loyalties: own } = await ana.call(loyalties, {})
    const billed = own.find(({ clientRUT }) => clientRUT !== '') ?? expect.fail()
    const rut = billed.clientRUT
    const ask = async (clientRUT: string) =>
      (await ana.call(movements, { loyaltyCode: billed.loyaltyCode, ...ALWAYS, clientRUT }))
        .movements
    const all = await ask('')
    expect(all.length).toBeGreaterThan(0)
    expect(await ask(rut)).toEqual(all)
    expect(await ask(`${rut.slice(0, 2)}.${rut.slice(2, 8)}.001-${rut.slice(11)}`)).toEqual(all)
    const wrong = await ana.call(movements, { loyaltyCode, ...ALWAYS, clientRUT: '123' })
    expect(wrong.responseHeader.responseDescription).toBe(
      'Ese RUT no es válido: revisá sus doce dígitos.',
    )
  })

  test('gives the last 90 days without dates; empty fields are like absent ones', async () => {
    const period = toRange(lastDays(server.context.now()))
    const { movements: expected } = await ana.call(movements, { loyaltyCode, ...period })
    expect(expected.length).toBeGreaterThan(0)
    const empty = { dateFrom: '', dateTo: null, branchCode: null, clientRUT: null, after: null }
    for (const fields of [{}, empty, { dateFrom: period.dateFrom }, { dateTo: period.dateTo }])
      expect((await ana.call(movements, { loyaltyCode, ...fields })).movements).toEqual(expected)
  })

  test('is empty for a person without a loyalty', async () => {
    const fede = await server.as('fede')
    for (const none of ['', null, undefined])
      expect((await fede.call(movements, { loyaltyCode: none, ...ALWAYS })).movements).toEqual([])
  })

  test.each([
    ['an end before its start', { dateFrom: '20260630000000', dateTo: '20260601235959' }],
    ['a date that does not exist', { dateFrom: '20260231000000', dateTo: '20260301235959' }],
    ['a malformed cursor', { ...ALWAYS, after: "1.1' or true" }],
    ['a cursor outside the period', { ...ALWAYS, after: '999999999999999.1' }],
    ['a count of 0', { ...ALWAYS, count: 0 }],
  ])('refuses a period with %s with 05 and a sentence', async (_what, period) => {
    const answer = await ana.call(movements, { loyaltyCode, ...period })
    expect(answer.status).toBe(200)
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(answer.responseHeader.responseDescription).toMatch(/\.$/)
  })
})
