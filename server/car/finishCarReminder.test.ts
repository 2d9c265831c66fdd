import { describe, expect, test } from 'vitest'
import { finishCarReminder } from '#contract/car/finishCarReminder.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { carSteps } from '#testing/station/carSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => carSteps(server))
const finish = async (reminderId: string, again = true, who = steps.ana) =>
  (await who.call(finishCarReminder, { reminderId, again })).responseHeader.reason
const own = async () =>
  (await steps.reminders()).map(({ dueDate, dueOdometer }) => [dueDate, dueOdometer])

describe('finishCarReminder', () => {
  test('brings back one that repeats, from today and the newest odometer, and removes any other', async () => {
    const repeats = { everyMonths: 6, everyKm: 10_000 }
    const once = accepted(await steps.remind({ dueDate: '20260920' })).reminderId
    const { reminderId } = accepted(await steps.remind({ ...repeats, dueOdometer: 60_000 }))
    expect(await finish(once, true, await server.as('fede'))).toBe('not_found')
    expect(await finish(once)).toBeUndefined()
    expect(await finish(once)).toBe('not_found')
    // Without an odometer in the log: from the one that was due.
    expect(await finish(reminderId)).toBeUndefined()
    expect(await own()).toEqual([['20270307', 70_000]])
    accepted(await steps.type({ date: '20260907', odometer: 58_500 }))
    await finish(reminderId)
    expect(await own()).toEqual([['20270307', 68_500]])
    accepted(await steps.type({ date: '20260907', odometer: 9_999_999, confirmed: true }))
    await finish(reminderId)
    expect(await own()).toEqual([['20270307', 9_999_999]])
    expect(await finish(reminderId, false)).toBeUndefined()
    expect(await own()).toEqual([])
  })
})
