import { describe, expect, test } from 'vitest'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { releaseRedemption } from '#contract/station/releaseRedemption.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { codeOf, spendableOf, tillSteps } from '#testing/station/redemptionSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
const ana = startForEachTest(() => server.as('ana'))
const till = startForEachTest(() => enrolTestTerminal(server))

describe('releaseRedemption', () => {
  test('T7: gives the points back once, and the reservation can no longer be captured', async () => {
    const before = await spendableOf(ana, CLUB)
    const { reserve, release, capture, reverse } = tillSteps(till)
    await reserve({ reference: 'R-1', spendingCode: await codeOf(ana, CLUB), points: 100 })
    const outcomes = await Promise.all([release('R-1'), release('R-1'), reverse('R-1')])
    expect(outcomes).toEqual(['released', 'released', 'released'])
    expect(await capture('R-1')).toBe('redemption_released')
    expect(await spendableOf(ana, CLUB)).toBe(before)
  })

  test('that overtakes its reservation refuses it when it arrives', async () => {
    const before = await spendableOf(ana, CLUB)
    const { reserve, release } = tillSteps(till)
    const answer = accepted(await till.call(releaseRedemption, { reference: 'R-1' }))
    expect(answer).toMatchObject({ state: 'released', points: 0, discount: 0, until: '' })
    expect(await release('R-1')).toBe('released')
    const fields = { reference: 'R-1', spendingCode: await codeOf(ana, CLUB), points: 100 }
    expect(await reserve(fields)).toBe('redemption_released')
    expect(await tillSteps(await enrolTestTerminal(server)).reserve(fields)).toBe('reserved')
    expect(await spendableOf(ana, CLUB)).toBe(before - 100)
  })

  test('the end of the loyalty releases what it has reserved, and its points are retained', async () => {
    const { reserve, capture } = tillSteps(till)
    const before = await spendableOf(ana, CLUB)
    await reserve({ reference: 'R-1', spendingCode: await codeOf(ana, CLUB), points: before })
    const { retainedPoints } = await ana.call(removeMembership, { loyaltyCode: CLUB })
    expect(retainedPoints).toBeGreaterThanOrEqual(before)
    expect(await capture('R-1')).toBe('redemption_released')
  })
})
