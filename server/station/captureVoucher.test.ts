import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { groupedCode } from '#contract/fields/groupedCode.ts'
import { returnVoucher } from '#contract/loyalty/returnVoucher.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { captureVoucher } from '#contract/station/captureVoucher.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { tillSteps } from '#testing/station/redemptionSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
const ana = startForEachTest(() => server.as('ana'))
const till = startForEachTest(() => enrolTestTerminal(server))
const take = async (reward = 'carga') =>
  (await ana.call(takeReward, { loyaltyCode: CLUB, reward })).voucher

describe('captureVoucher', () => {
  test('uses a voucher, read or typed, and the driver sees where', async () => {
    const { id, code } = await take()
    const typed = groupedCode(code).toLowerCase()
    const fields = { reference: 'R-1', voucher: typed, ticket: '21' }
    const answer = accepted(await till.call(captureVoucher, fields))
    expect(answer).toMatchObject({ state: 'captured', points: 2500, discount: 125_000 })
    const { vouchers: list } = await ana.call(vouchers, {})
    const used = list.find((one) => one.id === id)
    expect(used).toMatchObject({ state: 'captured', endedAt: '20260907120000' })
    expect(used?.branchName).not.toBe('')
  })

  test('answers a repeat of the reference the same, and another one when and where it was used', async () => {
    const { code } = await take()
    const { useVoucher } = tillSteps(till)
    expect(await useVoucher('R-1', code)).toBe('captured')
    expect(await useVoucher('R-1', code)).toBe('captured')
    expect(await useVoucher('R-1', (await take('cafe')).code)).toBe('reference_reused')
    const { responseHeader } = await till.call(captureVoucher, { reference: 'R-2', voucher: code })
    expect(responseHeader.reason).toBe('voucher_used')
    expect(responseHeader.responseDescription).toMatch(
      /^Este vale ya se usó el 07\/09\/2026 a las 12:00 en .+\.$/,
    )
  })

  test('T8: of two tills that use a voucher at once one gets it', async () => {
    const { code } = await take()
    const other = await enrolTestTerminal(server, 'E002')
    const outcomes = await Promise.all(
      [till, other].map((one) => tillSteps(one).useVoucher('R-1', code)),
    )
    expect(outcomes.toSorted()).toEqual(['captured', 'voucher_used'])
  })

  test('refuses a voucher that its driver gave back', async () => {
    const { id, code } = await take()
    accepted(await ana.call(returnVoucher, { voucherId: id }))
    expect(await tillSteps(till).useVoucher('R-1', code)).toBe('redemption_released')
  })

  test('refuses a voucher that has ended, that is unknown, and that the station does not take', async () => {
    await server.context.db.execute(sql`update reward set valid_days = 0`)
    const { code } = await take()
    const { useVoucher } = tillSteps(till)
    expect(await useVoucher('R-1', '0'.repeat(16))).toBe('not_found')
    await server.context.db.execute(sql`update reward set branches = '["E002"]'`)
    expect(await useVoucher('R-1', code)).toBe('reward_unavailable')
    server.wait(DAY_MS / 2)
    expect(await useVoucher('R-1', code)).toBe('redemption_expired')
  })
})
