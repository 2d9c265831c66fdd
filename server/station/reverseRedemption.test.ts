import { describe, expect, test } from 'vitest'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { reverseRedemption } from '#contract/station/reverseRedemption.ts'
import { notifications } from '#contract/user/notifications.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { codeOf, spendableOf, tillSteps } from '#testing/station/redemptionSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
const ana = startForEachTest(() => server.as('ana'))
const till = startForEachTest(() => enrolTestTerminal(server))

describe('reverseRedemption', () => {
  test('T7: gives the points of a captured redemption back once, and tells the driver', async () => {
    const before = await spendableOf(ana, CLUB)
    const { reserve, capture, reverse, release } = tillSteps(till)
    await reserve({ reference: 'R-1', spendingCode: await codeOf(ana, CLUB), points: 100 })
    await capture('R-1')
    expect(await Promise.all([reverse('R-1'), reverse('R-1')])).toEqual(['reversed', 'reversed'])
    expect(await release('R-1')).toBe('reversed')
    expect(await capture('R-1')).toBe('redemption_reversed')
    expect(await spendableOf(ana, CLUB)).toBe(before)
    const { notifications: list } = await ana.call(notifications, { count: 2, type: '6' })
    expect(list.map(({ title }) => title.split(' en ')[0])).toContain('Anulamos tu canje')
  })

  test('gives the points of a captured voucher back, which cannot be used again', async () => {
    const before = await spendableOf(ana, CLUB)
    const { voucher } = await ana.call(takeReward, { loyaltyCode: CLUB, reward: 'cafe' })
    const { useVoucher, reverse } = tillSteps(till)
    expect(await useVoucher('R-1', voucher.code)).toBe('captured')
    expect(await reverse('R-1')).toBe('reversed')
    expect(await useVoucher('R-2', voucher.code)).toBe('redemption_reversed')
    expect(await spendableOf(ana, CLUB)).toBe(before)
  })

  test('that overtakes its reservation or its voucher refuses them, and needs a reason', async () => {
    const { voucher } = await ana.call(takeReward, { loyaltyCode: CLUB, reward: 'cafe' })
    const { reserve, reverse, useVoucher } = tillSteps(till)
    expect(await reverse('R-1')).toBe('released')
    expect(await useVoucher('R-1', voucher.code)).toBe('redemption_released')
    const fields = { reference: 'R-1', spendingCode: await codeOf(ana, CLUB), points: 100 }
    expect(await reserve(fields)).toBe('redemption_released')
    const { responseHeader } = await till.call(reverseRedemption, { reference: 'R-1', reason: ' ' })
    expect(responseHeader.responseDescription).toBe('Decinos por qué se anula el canje.')
  })
})
