import { describe, expect, test } from 'vitest'
import { waitingClaims } from '#contract/operator/waitingClaims.ts'
import { cfe, reportedSale, voidOf } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startFor.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { ANA, claimSteps } from '#testing/station/claimSteps.ts'

const server = testServerForFile()
const steps = startForFile(() => claimSteps(server))

describe('waitingClaims', () => {
  test('lists the longest waiting first, in pages, and none that waits for its till', async () => {
    const [late, first, second] = [
      await steps.claimed(1),
      await steps.claimed(1),
      await steps.claimed(1),
    ]
    await steps.leave(first.id, 2)
    await steps.leave(second.id, 1)
    const one = accepted(await steps.elena.call(waitingClaims, { count: 1 }))
    const two = accepted(await steps.elena.call(waitingClaims, { count: 1, after: one.next }))
    expect([one, two].flatMap(({ claims }) => claims.map(({ id }) => id))).toEqual([
      first.id,
      second.id,
    ])
    expect(one.claims[0]).toMatchObject({ name: 'Ana Pereira', state: 'operator', sales: [] })
    expect((await steps.waiting()).map(({ id }) => id)).not.toContain(late.id)
  })

  test('offers the sale of the receipt, and those of the same amount that have none', async () => {
    const { number, id } = await steps.claimed(13)
    const same = { ...reportedSale('same', 13), cfe: cfe(number) }
    const gone = reportedSale('gone', 13)
    const old = { datetime: '2026-08-25T12:00:00-03:00' }
    await steps.report(same, reportedSale('other', 13), reportedSale('few', 12), gone, voidOf(gone))
    await steps.report(reportedSale('old', 13, old), reportedSale('hers', 13, { loyaltyCode: ANA }))
    const sales = (await steps.waiting()).find((claim) => claim.id === id)?.sales ?? []
    expect(sales.map(({ ticket, isSameReceipt }) => [ticket, isSameReceipt])).toEqual([
      ['same', true],
      ['other', false],
    ])
    expect(sales[0]).toMatchObject({ datetime: '20260906120000', amount: 13 * 7688 })
  })
})
