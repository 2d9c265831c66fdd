import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { gatewayReport } from '#contract/operator/gatewayReport.ts'
import { startForFile } from '#testing/harness/startFor.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const HOLDER = '00000000-0000-8000-8000-000000000000'
const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))
beforeAll(async () => {
  await server.context.db.execute(sql`delete from gateway_discrepancy`)
  await server.context.db.execute(sql`delete from gateway_day`)
  await server.context.db.execute(sql`
    insert into gateway_day (day, holder, leased_until, source, here, there, reconciled_at)
    select d, ${HOLDER}, d, 'LIST', 40, 41, d + interval '30 hours'
    from generate_series(timestamptz '2026-08-01Z', '2026-08-20Z', '1 day') d`)
  // A day whose reconciliation is running.
  await server.context.db.execute(
    sql`insert into gateway_day (day, holder, leased_until) values ('2026-08-21', ${HOLDER}, now())`,
  )
  await server.context.db.execute(sql`
    insert into gateway_discrepancy
    select '2026-08-12', kind, kind || n, 'FAC-1', kind || n, 'PAID', '858', 12345, 'VOIDED', '858', 12345, n % 2 = 0
    from unnest(array['VOIDED_THERE', 'AMOUNT']) kind, generate_series(1, 150) n`)
})

describe('gatewayReport', () => {
  test('lists the reconciled days, newest first, without unfinished ones', async () => {
    const { days, next } = await elena.call(gatewayReport, {})
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 20 }, (_, place) => String(20260820 - place)),
    )
    expect(next).toBe('')
    expect(days[0]).toEqual({
      day: '20260820',
      reconciledAt: '20260821030000',
      source: 'LIST',
      here: 40,
      there: 41,
      counts: {
        MISSING_HERE: 0,
        MISSING_THERE: 0,
        AMOUNT: 0,
        DOUBLE: 0,
        VOIDED_THERE: 0,
        REFUNDED_THERE: 0,
      },
      resolved: 0,
      discrepancies: [],
    })
  })

  test('leaves out the days before the first payment, on either side', async () => {
    const { db } = server.context
    await db.execute(sql`
      insert into gateway_day (day, holder, leased_until, source, here, there, reconciled_at)
      select d, ${HOLDER}, d, 'LIST', 0, 0, d + interval '30 hours'
      from generate_series(timestamptz '2026-07-25Z', '2026-07-31Z', '1 day') d`)
    const listed = async () =>
      (await elena.call(gatewayReport, {})).days.map(({ day }) => day).slice(18)
    expect(await listed()).toEqual(['20260802', '20260801'])
    await db.execute(sql`update gateway_day set there = 1 where day = '2026-07-30'`)
    expect(await listed()).toEqual(['20260802', '20260801', '20260731', '20260730'])
    await db.execute(sql`delete from gateway_day where day < '2026-08-01'`)
  })

  test('counts all discrepancies and lists the first 200, unresolved ones first', async () => {
    const { days } = await elena.call(gatewayReport, { count: 1, after: '20260813' })
    const [day] = days
    expect(day?.counts).toMatchObject({ VOIDED_THERE: 150, AMOUNT: 150, DOUBLE: 0 })
    expect(day?.resolved).toBe(150)
    expect(day?.discrepancies.map(({ resolved }) => resolved)).toEqual(
      Array.from({ length: 200 }, (_, place) => place >= 150),
    )
    expect(day?.discrepancies[0]).toEqual({
      kind: 'AMOUNT',
      reference: 'FAC-1',
      paymentToken: 'AMOUNT1',
      here: { state: 'PAID', currency: '858', amount: 12_345 },
      there: { state: 'VOIDED', currency: '858', amount: 12_345 },
      resolved: false,
    })
  })

  test('pages have no gap or overlap', async () => {
    const seen: string[] = []
    let after = ''
    do {
      const page = await elena.call(gatewayReport, { count: 6, after })
      seen.push(...page.days.map(({ day }) => day))
      after = page.next
    } while (after !== '')
    expect(seen).toEqual(
      (await elena.call(gatewayReport, { count: 100 })).days.map(({ day }) => day),
    )
  })

  test.each(["20260230'", '20260230', '2026', '00000000'])(
    'rejects the invalid cursor %s with a sentence',
    async (after) => {
      const answer = await elena.call(gatewayReport, { after })
      expect(answer.status).toBe(200)
      expect(answer.responseHeader.responseDescription).toBe('No encontramos lo que pediste.')
    },
  )
})
