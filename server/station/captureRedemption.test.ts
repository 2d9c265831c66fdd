import { describe, expect, test } from 'vitest'
import { notifications } from '#contract/user/notifications.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { codeOf, spendableOf, tillSteps } from '#testing/station/redemptionSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
const ana = startForEachTest(() => server.as('ana'))
const till = startForEachTest(() => enrolTestTerminal(server))
const reserve = async (reference: string) =>
  await tillSteps(till).reserve({
    reference,
    spendingCode: await codeOf(ana, CLUB),
    points: 100,
    ticket: '17',
  })

describe('captureRedemption', () => {
  test('spends the points once, and tells the driver', async () => {
    const before = await spendableOf(ana, CLUB)
    const { capture } = tillSteps(till)
    await reserve('R-1')
    expect(await Promise.all([capture('R-1'), capture('R-1')])).toEqual(['captured', 'captured'])
    expect(await capture('R-1', '17')).toBe('captured')
    expect(await capture('R-1', '18')).toBe('reference_reused')
    expect(await spendableOf(ana, CLUB)).toBe(before - 100)
    const [notice] = (await ana.call(notifications, { count: 1, type: '6' })).notifications
    expect(notice?.title).toMatch(/^Canje en /)
    expect(notice?.text).toBe('Usaste 100 puntos: Descuento en la caja.')
  })

  test('of a capture and a release at once one counts, and the points are spent or back', async () => {
    const before = await spendableOf(ana, CLUB)
    const { capture, release } = tillSteps(till)
    await reserve('R-1')
    const outcomes = await Promise.all([capture('R-1'), release('R-1')])
    const isSpent = outcomes[0] === 'captured'
    expect(outcomes).toEqual(
      isSpent ? ['captured', 'redemption_captured'] : ['redemption_released', 'released'],
    )
    expect(await spendableOf(ana, CLUB)).toBe(before - (isSpent ? 100 : 0))
  })

  test('refuses a reservation that has ended, whose points are back with the refusal', async () => {
    const before = await spendableOf(ana, CLUB)
    await reserve('R-1')
    server.wait(9 * 60_000)
    await reserve('R-2')
    expect(await tillSteps(till).capture('R-2')).toBe('captured')
    server.wait(60_000)
    expect(await tillSteps(till).capture('R-1')).toBe('redemption_expired')
    expect(await tillSteps(till).release('R-1')).toBe('expired')
    expect(await spendableOf(await server.as('ana'), CLUB)).toBe(before - 100)
  })

  test('knows no reservation of another till, and no reference that never arrived', async () => {
    await reserve('R-1')
    const other = await enrolTestTerminal(server)
    expect(await tillSteps(other).capture('R-1')).toBe('not_found')
    expect(await tillSteps(till).capture('R-9')).toBe('not_found')
  })
})
