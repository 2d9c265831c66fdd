import { describe, expect, test } from 'vitest'
import type { ItemResult } from '#contract/entities/reportedItem.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { killAtEachStep } from '#testing/crashes/killAtEachStep.ts'
import { reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal, terminalWith } from '#testing/station/testTerminal.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

const ANA = '60000001'
/** The server that survives. */
const server = testServerForFile({ checked: true })

/** 102 items, of which one transaction takes 100: the void of a sale of the first is in the second one. */
function batchOf(name: string) {
  const sale = (ticket: number, given: Parameters<typeof reportedSale>[2] = {}) =>
    reportedSale(`${name}-${ticket}`, 10, { shift: name, ...given })
  const payments = [{ means: 'account' as const, amount: 76_880, rrn: '', lastFour: '' }]
  const voided = sale(1, { loyaltyCode: ANA, payments })
  return [
    voided,
    returnOf(voided, `${name}-2`, 4),
    ...Array.from({ length: 98 }, (_, place) => sale(3 + place)),
    voidOf(voided),
    sale(101, { loyaltyCode: ANA, payments }),
  ]
}
const UNMATCHED: ItemResult[] = Array.from({ length: 98 }, () => ({ result: 'unmatched' }))
const FIRST_ANSWERS: ItemResult[] = [
  { result: 'accepted', points: 30 },
  { result: 'accepted' },
  ...UNMATCHED,
  { result: 'accepted' },
  { result: 'accepted', points: 30 },
]
/** What the first report of each item was answered; the account of a sale is that of now. */
const firstOf = (results: readonly ItemResult[]) =>
  results.map(({ first, account: _account, ...one }) => ({
    ...one,
    ...(first && { result: first }),
  }))

describe('a server that is killed between two statements of a batch', () => {
  test('T2: keeps what it accepted; the repeat has the first answers, and nothing is there twice', async () => {
    await widenBounds(server.owner)
    const { id, key, call } = await enrolTestTerminal(server)
    await killAtEachStep(
      server,
      async (killPoint) =>
        terminalWith(key, await server.second({}, { databaseUrl: killPoint.url })),
      async (take, steps) => {
        const name = `K${steps}`
        const items = batchOf(name)
        const before = await balanceOf(server.context.db, ANA)
        const header = { auditNumber: name }
        let told: ItemResult[] | undefined
        await take(async (killed) => {
          const answer = await killed.call(reportSales, { items }, { header })
          if (answer.status === 200) told = accepted(answer).results
        })
        const { results } = accepted(await call(reportSales, { items }, { header }))
        if (told) expect(results).toEqual(told)
        expect(firstOf(results)).toEqual(FIRST_ANSWERS)
        expect((await balanceOf(server.context.db, ANA)) - before).toBe(30)
        const { rows } = await server.owner.query<Record<string, number>>(
          `select count(*)::int as events, count(d.sale_identity)::int as debts
          from sale_event e left join account_debt d on d.sale_identity = e.identity
          where e.terminal_id = $1 and e.shift = $2`,
          [id, name],
        )
        expect(rows).toEqual([{ events: 102, debts: 2 }])
      },
    )
  })
})
