import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rewards } from '#contract/loyalty/rewards.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const CLUB = '60000001'
const server = testServerForEachTest()
const rewardsOf = async (name: string, loyaltyCode: string) =>
  await (await server.as(name)).call(rewards, { loyaltyCode })
const codesOf = async (loyaltyCode: string) =>
  accepted(await rewardsOf('ana', loyaltyCode)).rewards.map(({ code }) => code)

describe('rewards', () => {
  test('lists those of the programme of the loyalty, the cheapest first, with what can be afforded', async () => {
    const { spendablePoints, pointValue, rewards: list } = accepted(await rewardsOf('ana', CLUB))
    expect(pointValue).toBe(50)
    const byPoints = ['vidrios', 'cafe', 'desayuno', 'lavado', 'carga', 'aceite']
    expect(list.map(({ code }) => code)).toEqual(byPoints)
    expect(list[4]).toMatchObject({ points: 2500, discount: 125_000, branches: [], validDays: 60 })
    for (const { points, affordable } of list) expect(affordable).toBe(points <= spendablePoints)
    expect(await codesOf('60000002')).toContain('uber-cafe')
  })

  test('lists a reward from its first day to its last one, with the stations that give it', async () => {
    const change = (set: ReturnType<typeof sql>) =>
      server.context.db.execute(sql`update reward set ${set} where code = 'cafe'`)
    const today = server.context.now().toISOString().slice(0, 10)
    await change(sql`first_day = ${today}, last_day = ${today}, branches = '["E001"]'`)
    const [, cafe] = accepted(await rewardsOf('ana', CLUB)).rewards
    expect(cafe).toMatchObject({ code: 'cafe', branches: [{ code: 'E001' }] })
    await change(sql`first_day = ${today}::date - 2, last_day = ${today}::date - 1`)
    expect(await codesOf(CLUB)).not.toContain('cafe')
    await change(sql`first_day = ${today}::date + 1, last_day = ${today}::date + 2`)
    expect(await codesOf(CLUB)).not.toContain('cafe')
  })

  test('answers the same for another person’s loyalty and an unknown one', async () => {
    const [other, none] = [await rewardsOf('fede', CLUB), await rewardsOf('fede', '69999999')]
    expect(other.responseHeader).toMatchObject({ responseCode: '05', reason: 'not_found' })
    expect(none.responseHeader.responseDescription).toBe(other.responseHeader.responseDescription)
  })
})
