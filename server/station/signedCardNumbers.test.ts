import { beforeAll, describe, expect, test } from 'vitest'
import { REJECTIONS } from '#contract/entities/reportedItem.ts'
import { containsCardNumber } from '#contract/fields/cardNumber.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { cardNumberScan } from '#db/invariants/cardNumberScan.ts'
import { ALL_KEYS } from '#db/invariants/slices.ts'
import { createLogger } from '#server/log.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const log: string[] = []
const logger = createLogger('trace', { write: (line) => log.push(line) })
const server = testServerForFile({ checked: true, given: { log: logger } })
let till: Awaited<ReturnType<typeof enrolTestTerminal>>
beforeAll(async () => {
  till = await enrolTestTerminal(server)
})
const sale = (ticket: string) => reportedSale(ticket, 10, { loyaltyCode: '60000001' })

describe('a card number in a signed batch', () => {
  test('P12: a card number in any field rejects its item alone and is stored and logged nowhere', async () => {
    const CARD = '4111111111111111'
    const bad: [field: string, item: object][] = [
      ['ticket', reportedSale(CARD, 1)],
      ['cardNumber', { ...reportedSale('F1', 1), cardNumber: CARD }],
      ['unknown.field', { ...reportedSale('F1', 1), unknown: { field: 'va 4111 1111 1111 1111' } }],
      ['unknown', { ...reportedSale('F1', 1), unknown: { [CARD]: 1 } }],
      ['', { ...reportedSale('F1', 1), 4111: { 1111: { 1111: { 1111: CARD } } } }],
      [
        'payments.0.lastFour',
        { ...reportedSale('F1', 1), payments: [{ means: 'credit', amount: 1, lastFour: +CARD }] },
      ],
    ]
    const header = { auditNumber: 'with-cards' }
    const items = [sale('F2'), ...bad.map(([, item]) => item), sale('F3')] as never[]
    const { results } = accepted(await till.call(reportSales, { items }, { header }))
    const reason = 'card_number'
    expect(results).toEqual([
      { result: 'accepted', points: 30 },
      ...bad.map(([field]) => ({
        result: 'rejected',
        field,
        reason,
        sentence: REJECTIONS[reason],
      })),
      { result: 'accepted', points: 30 },
    ])
    const { rows } = await server.owner.query(
      `select convert_from(body, 'UTF8')::json as body from terminal_batch where nonce = 'with-cards'`,
    )
    expect(rows[0]?.body.items).toEqual([sale('F2'), ...bad.map(() => null), sale('F3')])
    expect(await cardNumberScan.rowsOf(server.context.db, ALL_KEYS)).toEqual([])
    expect(log.filter(containsCardNumber)).toEqual([])
  })

  test('P12: a card number outside the items refuses the batch', async () => {
    const remark = '4111 1111 1111 1111'
    const before = await server.owner.query('select from terminal_batch')
    const given = { items: [sale('F4')], remark }
    const { responseHeader } = await till.call(reportSales, given)
    expect(responseHeader).toMatchObject({ responseCode: '05', reason: 'card_number' })
    expect((await server.owner.query('select from terminal_batch')).rowCount).toBe(before.rowCount)
  })
})
