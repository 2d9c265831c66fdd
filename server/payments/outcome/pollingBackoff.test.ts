import { describe, expect, test } from 'vitest'
import type { Attempt } from '#db/payments/attempts.ts'
import { firstPollAt, nextPollDelay } from '#server/payments/outcome/pollingBackoff.ts'

const end = new Date('2026-09-07T15:10:00Z')
const attempt = (pollCount: number) =>
  ({ pollCount, tokenExpiresAt: end, createdAt: new Date('2026-09-07T15:00:00Z') }) as Attempt

describe('nextPollDelay', () => {
  test.each([
    ['first', 0, -600, 5],
    ['second', 1, -595, 15],
    ['third', 2, -580, 30],
    ['tenth, while the token lives', 9, -300, 30],
    ['last before the token ends', 20, -1, 30],
    ['first after it', 21, 0, 60],
    ['next', 22, 60, 120],
    ['next', 23, 180, 300],
    ['next', 24, 480, 300],
    ['after an hour', 40, 3600, 3600],
    ['first after some activity, however late', 0, 7200, 5],
  ])('gives the delay after the %s poll', (_which, pollCount, secondsFromEnd, seconds) => {
    const now = new Date(end.getTime() + secondsFromEnd * 1000)
    expect(nextPollDelay(attempt(pollCount), now)).toBe(seconds * 1000)
  })
})

describe('firstPollAt', () => {
  test('is five seconds later', () => {
    expect(firstPollAt(end)).toEqual(new Date('2026-09-07T15:10:05Z'))
  })
})
