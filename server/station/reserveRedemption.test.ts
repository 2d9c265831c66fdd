import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { spendingCode } from '#contract/loyalty/spendingCode.ts'
import { reserveRedemption } from '#contract/station/reserveRedemption.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { codeOf, spendableOf, tillSteps } from '#testing/station/redemptionSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
const ana = startForEachTest(() => server.as('ana'))
const till = startForEachTest(() => enrolTestTerminal(server))
const reserve = async (reference: string, more: object = {}) =>
  await tillSteps(till).reserve({
    reference,
    spendingCode: await codeOf(ana, CLUB),
    points: 100,
    ...more,
  })

describe('reserveRedemption', () => {
  test('takes points for a discount at the value of the programme, until the capture 10 minutes later at most', async () => {
    const before = await spendableOf(ana, CLUB)
    const fields = { reference: 'R-1', spendingCode: await codeOf(ana, CLUB), points: 100 }
    const answer = accepted(await till.call(reserveRedemption, fields))
    expect(answer).toMatchObject({
      state: 'reserved',
      title: 'Descuento en la caja',
      points: 100,
      discount: 5000,
      until: '20260907121000',
    })
    expect(await spendableOf(ana, CLUB)).toBe(before - 100)
  })

  test('takes the points of a reward with its discount', async () => {
    const before = await spendableOf(ana, CLUB)
    const fields = { reference: 'R-1', spendingCode: await codeOf(ana, CLUB), reward: 'carga' }
    const answer = accepted(await till.call(reserveRedemption, fields))
    expect(answer).toMatchObject({ points: 2500, discount: 125_000 })
    expect(await spendableOf(ana, CLUB)).toBe(before - 2500)
  })

  test('answers a repeat with the present state, also after the code has ended, and takes nothing', async () => {
    const before = await spendableOf(ana, CLUB)
    const fields = { reference: 'R-1', spendingCode: await codeOf(ana, CLUB), points: 100 }
    const steps = tillSteps(till)
    expect(await steps.reserve(fields)).toBe('reserved')
    server.wait(120_000)
    expect(await steps.reserve(fields)).toBe('reserved')
    expect(await steps.capture('R-1')).toBe('captured')
    expect(await steps.reserve(fields)).toBe('captured')
    expect(await steps.reserve({ ...fields, points: 101 })).toBe('reference_reused')
    expect(await spendableOf(ana, CLUB)).toBe(before - 100)
  })

  test('T8: takes a code once, also of two tills at once', async () => {
    const other = await enrolTestTerminal(server, 'E002')
    const fields = { reference: 'R-1', spendingCode: await codeOf(ana, CLUB), points: 100 }
    const before = await spendableOf(ana, CLUB)
    const outcomes = await Promise.all(
      [till, other].map((one) => tillSteps(one).reserve({ ...fields })),
    )
    expect(outcomes.toSorted()).toEqual(['reserved', 'wrong_spending_code'])
    expect(await reserve('R-2', { spendingCode: fields.spendingCode })).toBe('wrong_spending_code')
    expect(await spendableOf(ana, CLUB)).toBe(before - 100)
  })

  test('takes the code of the 30 seconds before, and none that is older or of the future', async () => {
    const { codes } = accepted(await ana.call(spendingCode, { loyaltyCode: CLUB }))
    const [now, next] = codes.map(({ text }) => text)
    expect(await reserve('R-1', { spendingCode: next })).toBe('wrong_spending_code')
    server.wait(60_000)
    expect(await reserve('R-1', { spendingCode: now })).toBe('wrong_spending_code')
    expect(await reserve('R-1', { spendingCode: next })).toBe('reserved')
  })

  test('takes no more than the driver allows, and no code whose limit was changed', async () => {
    const limited = await codeOf(ana, CLUB, 150)
    expect(await reserve('R-1', { spendingCode: limited, points: 151 })).toBe('spending_limit')
    expect(await reserve('R-1', { spendingCode: limited.replace('L150', 'L200') })).toBe(
      'wrong_spending_code',
    )
    expect(await reserve('R-1', { spendingCode: limited, points: 150 })).toBe('reserved')
  })

  test.each([
    ['more points than can be spent', { points: 9_999_999 }, 'not_enough_points'],
    ['neither points nor a reward', { points: 0 }, 'points_without_value'],
    ['a reward of another programme', { reward: 'uber-cafe' }, 'reward_unavailable'],
    ['a code without its form', { spendingCode: '482913' }, 'invalid_request'],
    ['fewer than no points', { points: -5 }, 'invalid_request'],
  ])('refuses %s in a sentence, and the code can be used after', async (_what, fields, reason) => {
    const spending = await codeOf(ana, CLUB)
    const request = { reference: 'R-1', spendingCode: spending, points: 100, ...fields }
    const { responseHeader } = await till.call(reserveRedemption, request)
    expect(responseHeader).toMatchObject({ responseCode: '05', reason })
    expect(responseHeader.responseDescription).toMatch(/\.$/)
    expect(await reserve('R-2', { spendingCode: spending })).toBe('reserved')
  })

  test('refuses a reward at a station that does not give it, and points of a programme that does not value them', async () => {
    await server.context.db.execute(
      sql`update reward set branches = '["E002"]' where code = 'cafe'`,
    )
    expect(await reserve('R-1', { reward: 'cafe' })).toBe('reward_unavailable')
    await server.context.db.execute(sql`update programme set point_value = 0`)
    expect(await reserve('R-1')).toBe('points_without_value')
    expect(await reserve('R-1', { reward: 'lavado' })).toBe('reserved')
  })

  test('stops guesses of a code after ten, at the till and at every other till', async () => {
    const guess = async (one: typeof till, n: number) => {
      const digits = `S${CLUB}C00000${n % 10}`
      const fields = { reference: `G${n}`, spendingCode: digits, points: 1 }
      return (await one.call(reserveRedemption, fields)).status
    }
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push(await guess(till, n))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await guess(await enrolTestTerminal(server, 'E002'), 20)).toBe(429)
  })
})
