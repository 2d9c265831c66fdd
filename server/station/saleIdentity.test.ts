import { beforeAll, describe, expect, test } from 'vitest'
import { DATETIME_FORM } from '#contract/fields/instant.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { cfe, reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const ANA = '60000001'
const server = testServerForFile({ checked: true })
let till: Awaited<ReturnType<typeof enrolTestTerminal>>
beforeAll(async () => {
  till = await enrolTestTerminal(server)
})
const report = async (items: unknown[]) =>
  accepted(await till.call(reportSales, { items: items })).results
const sale = (ticket: string) => reportedSale(ticket, 10, { loyaltyCode: ANA })

describe('the identity of a reported sale', () => {
  const EVENING = '2026-09-06T22:59:59-03:00'
  test.each<[ticket: string, how: string, given: object]>([
    ['W1', 'in UTC', { datetime: '2026-09-07T01:59:59Z' }],
    ['W2', 'in another offset', { datetime: '2026-09-07T03:59:59+02:00' }],
    ['W3', 'with milliseconds', { datetime: '2026-09-06T22:59:59.000-03:00' }],
    ['W4', 'with null for what it has not', { cfe: null, paymentReference: null, plate: null }],
    ['W5', 'with empty texts for what it has not', { paymentReference: '', plate: '' }],
  ])('T1: %s and its return are the same when they are written %s', async (ticket, _, given) => {
    const sold = { ...sale(ticket), datetime: EVENING }
    const items = [sold, returnOf(sold, `${ticket}-1`, 4, { datetime: EVENING })]
    const header = { auditNumber: `written-${ticket}` }
    const first = await till.call(reportSales, { items }, { header })
    expect(accepted(first).results).toMatchObject(items.map(() => ({ result: 'accepted' })))
    const others = items.map((item) => ({ ...item, ...given })) as typeof items
    expect(await report(others)).toMatchObject(items.map(() => ({ result: 'duplicate' })))
    const again = await till.call(reportSales, { items: others }, { header })
    expect(again.responseHeader.rrn).toBe(first.responseHeader.rrn)
  })

  test('a till at 23:30, whose date in UTC is the next day: the void of the evening, the ticket of the morning', async () => {
    const balance = () => balanceOf(server.context.db, ANA)
    const evening = { ...sale('N1'), datetime: '2026-09-05T23:30:00-03:00' }
    const morning = { ...evening, datetime: '2026-09-06T08:00:00-03:00' }
    const before = await balance()
    expect(await report([evening, morning])).toEqual([
      { result: 'accepted', points: 30 },
      { result: 'accepted', points: 30 },
    ])
    await report([voidOf(evening, { datetime: '2026-09-05T23:40:00-03:00' })])
    expect((await balance()) - before).toBe(30)
    expect(await report([evening, morning])).toMatchObject([
      { result: 'duplicate' },
      { result: 'duplicate' },
    ])
    const returned = (datetime: string) => returnOf(morning, 'N1', 4, { datetime })
    const [late, next] = [returned('2026-09-07T02:59:59Z'), returned('2026-09-07T03:00:00Z')]
    expect(await report([late, next])).toEqual([{ result: 'conflict' }, { result: 'accepted' }])
  })

  test('takes an instant in every form of ISO 8601 that programs write, and names the form else', async () => {
    const at = (datetime: string) => ({ ...sale('WT'), datetime })
    expect(await report([at('2026-09-06T20:15:00-03:00')])).toMatchObject([{ result: 'accepted' }])
    const same = [
      '2026-09-06T20:15-03:00',
      '2026-09-06T20:15:00-0300',
      '2026-09-06T20:15:00.000000-03',
      '2026-09-06t23:15z',
      '2026-09-06 20:15:00-03',
    ]
    expect(await report(same.map(at))).toMatchObject(same.map(() => ({ result: 'duplicate' })))
    for (const bad of ['2026-09-06T20:15:00', '2026-09-06', '', 'hola', '2026-09-06T24:00-03:00'])
      expect(await report([at(bad)])).toMatchObject([
        { field: 'datetime', reason: 'invalid', sentence: DATETIME_FORM },
      ])
  })

  test('T1: the security code of a CFE is left out, null or empty', async () => {
    const sold = { ...sale('WC'), cfe: { ...cfe(90), securityCode: '' } }
    expect(await report([sold])).toMatchObject([{ result: 'accepted' }])
    for (const securityCode of [null, undefined])
      expect(await report([{ ...sold, cfe: { ...sold.cfe, securityCode } }])).toMatchObject([
        { result: 'duplicate' },
      ])
  })
})
