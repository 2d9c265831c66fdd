import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { notifications } from '#contract/user/notifications.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
const take = (who: Person, reward: string, header: Record<string, unknown> = {}) =>
  who.call(takeReward, { loyaltyCode: CLUB, reward }, { header })
const spendable = async (who: Person) => {
  const all = (await who.call(loyalties, {})).loyalties
  return all.find(({ loyaltyCode }) => loyaltyCode === CLUB)?.spendablePoints ?? 0
}

describe('takeReward', () => {
  test('takes the points and answers a voucher, which the driver sees in list, notifications and statement', async () => {
    const ana = await server.as('ana')
    const before = await spendable(ana)
    const { voucher } = accepted(await take(ana, 'cafe'))
    expect(voucher).toMatchObject({
      state: 'reserved',
      title: 'Café con bizcochos',
      points: 250,
      discount: 0,
      until: '20261008000000',
      endedAt: '',
      branchName: '',
      loyaltyCode: CLUB,
    })
    expect(voucher.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(await spendable(ana)).toBe(before - 250)
    expect((await ana.call(vouchers, {})).vouchers).toContainEqual(voucher)
    const [notice] = (await ana.call(notifications, { count: 1, type: '6' })).notifications
    expect(notice).toMatchObject({
      title: 'Tu vale está listo',
      url: `/#/loyalty?loyaltyCode=${CLUB}&id=${voucher.id}&tab=premios`,
    })
    const { accountStatus: statement } = await ana.call(accountStatus, { loyaltyCode: CLUB })
    expect(statement.movements[0]).toMatchObject({
      concept: 'Canje: Café con bizcochos',
      points: -250,
    })
  })

  test('T7: gives one of two that are taken at once, with points for one', async () => {
    const ana = await server.as('ana')
    const points = await spendable(ana)
    await server.context.db.execute(sql`update reward set points = ${points} where code = 'cafe'`)
    const answers = await Promise.all([take(ana, 'cafe'), take(ana, 'cafe'), take(ana, 'cafe')])
    const reasons = answers.map(({ responseHeader }) => responseHeader.reason)
    expect(reasons.filter((reason) => reason === undefined)).toHaveLength(1)
    expect(reasons.filter((reason) => reason === 'not_enough_points')).toHaveLength(2)
    expect(await spendable(ana)).toBe(0)
  })

  test.each([
    ['that costs more than can be spent', 'aceite', 'not_enough_points'],
    ['of another programme', 'uber-cafe', 'reward_unavailable'],
    ['that does not exist', 'NADA', 'reward_unavailable'],
  ])('refuses a reward %s', async (_what, reward, reason) => {
    await server.context.db.execute(sql`update reward set points = 9999999 where code = 'aceite'`)
    const ana = await server.as('ana')
    const { responseHeader } = await take(ana, reward)
    expect(responseHeader).toMatchObject({ responseCode: '05', reason })
    expect(responseHeader.responseDescription).toMatch(/\.$/)
  })
})
