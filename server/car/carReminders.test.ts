import { describe, expect, test } from 'vitest'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { carSteps } from '#testing/station/carSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => carSteps(server))
const plate = 'ZZR1001'
/** When reminders of the car are expected, by their notes. */
const expected = async () =>
  Object.fromEntries(
    (await steps.reminders()).map((one) => [one.note, [one.expected, one.state]] as const),
  )

describe('carReminders', () => {
  test('are expected by the kilometres a day of the log, or by their date, the next one first', async () => {
    for (const [note, dueOdometer, dueDate] of [
      ['far', 9_999_999, null],
      ['winter', 50_000, null],
      ['date first', 50_000, '20260930'],
      ['odometer first', 44_000, '20261001'],
      ['today', null, '20260907'],
      ['within 500 km', 43_500, null],
    ] as const)
      accepted(await steps.remind({ plate, note, dueOdometer, dueDate }))
    // Without an odometer.
    expect(await expected()).toMatchObject({ far: [null, 'later'], winter: [null, 'later'] })
    // The odometers of one day say how near it is, not when.
    await steps.type({ plate, date: '20260907', odometer: 42_900 })
    await steps.type({ plate, date: '20260907', odometer: 43_000 })
    expect(await expected()).toEqual({
      far: [null, 'later'],
      winter: [null, 'later'],
      'date first': ['20260930', 'later'],
      'odometer first': ['20261001', 'later'],
      today: ['20260907', 'due'],
      'within 500 km': [null, 'soon'],
    })
    // 3,000 km in 30 days.
    await steps.type({ plate, date: '20260808', odometer: 40_000 })
    expect(Object.entries(await expected())).toEqual([
      ['today', ['20260907', 'due']],
      ['within 500 km', ['20260912', 'soon']],
      ['odometer first', ['20260917', 'soon']],
      ['date first', ['20260930', 'later']],
      ['winter', ['20261116', 'later']],
      ['far', [null, 'later']],
    ])
    expect(await steps.reminders(await server.as('fede'))).toEqual([])
  })
})
