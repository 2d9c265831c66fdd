import { describe, expect, test } from 'vitest'
import { nextRun } from '#server/jobs/nextRun.ts'

describe('nextRun', () => {
  test.each([
    ['* * * * *', '10:21'],
    ['17 * * * *', '11:17'],
    ['37 * * * *', '10:37'],
    ['*/10 * * * *', '10:30'],
    ['4-59/10 * * * *', '10:24'],
    ['20 * * * *', '11:20'],
  ])('of %s after 10:20:30 is at %s', (cron, time) => {
    expect(nextRun(cron, new Date('2026-09-07T10:20:30Z'))?.toISOString()).toBe(
      `2026-09-07T${time}:00.000Z`,
    )
  })

  test('of a schedule that is not of minutes alone is unknown', () => {
    for (const cron of ['0 3 * * *', 'x 7 * * * *', '7 * * * * *'])
      expect(nextRun(cron, new Date(0))).toBeNull()
  })
})
