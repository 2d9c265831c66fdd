import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { simulateRules } from '#contract/operator/simulateRules.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startFor.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))
const RULE = { programme: 'surtidor', product: 'super', perLitre: 5, perHundred: 0 } as const
const PERIOD = { dateFrom: '20260901000000', dateTo: '20260930235959' }

describe('simulateRules', () => {
  test('compares the sales of a till with the proposed rules, and stores nothing', async () => {
    const till = await enrolTestTerminal(server, 'E003')
    const member = { loyaltyCode: '60000001' }
    await till.call(reportSales, {
      items: [reportedSale('1', 10, member), reportedSale('2', 20, member), reportedSale('3', 30)],
    })
    // Sunday.
    const other = { ...RULE, weekdays: [1, 2, 3, 4, 5, 6] }
    const compared = await elena.call(simulateRules, { ...PERIOD, rules: [RULE, other] })
    expect(compared).toMatchObject({
      pointsBefore: 90,
      pointsAfter: 150,
      examined: 2,
      sales: 2,
      members: 1,
    })
    expect(
      compared.rules.map(({ proposed, pointsBefore, pointsAfter, sales, members, validFrom }) =>
        [proposed, pointsBefore, pointsAfter, sales, members, validFrom].join(' '),
      ),
    ).toEqual(['true 0 150 2 1 ', 'true 0 0 0 0 ', 'false 90 0 2 1 20260201000000'])
    const { rows } = await server.context.db.execute(
      sql`select count(*)::int as stored from points_rule where per_litre = 5 and programme = 'surtidor'`,
    )
    expect(rows).toEqual([{ stored: 1 }])
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test.each([
    ['a period of more than 31 days', { ...PERIOD, dateTo: '20261003000000' }, /31 días/],
    ['a period that ends first', { ...PERIOD, dateTo: '20260801000000' }, /termina antes/],
    ['an unknown programme', { ...PERIOD, rules: [{ ...RULE, programme: 'x' }] }, /no existe/],
  ])('simulateRules refuses %s', async (_what, fields, expected) => {
    const { responseHeader } = await elena.call(simulateRules, { rules: [RULE], ...fields })
    expect(responseHeader.responseDescription).toMatch(expected)
  })
})
