import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { notifications } from '#contract/user/notifications.ts'
import { processRedemptionEnds } from '#db/loyalty/redemptionEnds.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { codeOf, spendableOf, tillSteps } from '#testing/station/redemptionSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
const run = async () => {
  const { db, now, jobs } = server.context
  await processRedemptionEnds(db, now(), { jobs })
}
const noticesOf = async (title: string) => {
  const ana = await server.as('ana')
  const { notifications: list } = await ana.call(notifications, { count: 50, type: '6' })
  return list.filter((one) => one.title === title).map(({ text }) => text)
}

describe('the end of reservations and vouchers', () => {
  test('T7: gives a reservation back after 10 minutes, once, by two servers at once', async () => {
    const ana = await server.as('ana')
    const till = tillSteps(await enrolTestTerminal(server))
    const before = await spendableOf(ana, CLUB)
    await till.reserve({ reference: 'R-1', spendingCode: await codeOf(ana, CLUB), points: 100 })
    server.wait(10 * 60_000 - 1)
    await run()
    expect(await spendableOf(ana, CLUB)).toBe(before - 100)
    server.wait(1)
    const outcomes = await Promise.all([run(), till.capture('R-1'), run()])
    expect(outcomes[1]).toBe('redemption_expired')
    expect(await spendableOf(ana, CLUB)).toBe(before)
  })

  test('warns of a voucher three days before its end, once, and gives it back at its end', async () => {
    const ana = await server.as('ana')
    const { voucher } = await ana.call(takeReward, { loyaltyCode: CLUB, reward: 'cafe' })
    server.wait(27 * DAY_MS)
    await run()
    expect(await noticesOf('Tu vale vence pronto')).toEqual([])
    server.wait(DAY_MS)
    await run()
    await run()
    expect(await noticesOf('Tu vale vence pronto')).toEqual([
      'Podés usar el vale por Café con bizcochos hasta el 07/10.',
    ])
    server.wait(3 * DAY_MS)
    await run()
    expect(await noticesOf('Venció tu vale')).toEqual([
      'No usaste el vale por Café con bizcochos: te devolvimos 250 puntos.',
    ])
    const { vouchers: list } = await (await server.as('ana')).call(vouchers, {})
    expect(list.find(({ id }) => id === voucher.id)?.state).toBe('expired')
  })
})
