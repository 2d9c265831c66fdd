import { describe, expect, test, vi } from 'vitest'
import { createServerClock } from '#kit/api/serverClock.ts'

/** A device whose clock shows 23:30. */
const deviceNow = () => new Date('2026-11-20T23:30:00-03:00')

describe('createServerClock', () => {
  test("is the device's clock until the first synchronisation", () => {
    expect(createServerClock(deviceNow).now()).toEqual(deviceNow())
  })

  test.each([
    ['slow', 'Sat, 21 Nov 2026 03:10:00 GMT', '2026-11-21T00:10:00-03:00'],
    ['fast', 'Sat, 21 Nov 2026 01:00:00 GMT', '2026-11-20T22:00:00-03:00'],
  ])('corrects a %s clock', (_which, date, instant) => {
    const clock = createServerClock(deviceNow)
    clock.syncWith(date)
    expect(clock.now()).toEqual(new Date(instant))
  })

  test('notifies of a correction, and not of every answer', () => {
    const clock = createServerClock(deviceNow)
    const listener = vi.fn<() => void>()
    const unsubscribe = clock.subscribe(listener)
    clock.syncWith('Sat, 21 Nov 2026 02:30:20 GMT')
    expect(listener).not.toHaveBeenCalled()
    clock.syncWith('Sat, 21 Nov 2026 03:10:00 GMT')
    clock.syncWith('Sat, 21 Nov 2026 03:10:02 GMT')
    expect([listener.mock.calls.length, clock.offset()]).toEqual([1, 40 * 60_000])
    unsubscribe()
    clock.syncWith('Sat, 21 Nov 2026 02:30:00 GMT')
    expect([listener.mock.calls.length, clock.offset()]).toEqual([1, 0])
  })

  test.each([null, '', 'mañana', 'Sat, 21 Nov 2026 02:30:40 GMT'])(
    'ignores the date %j',
    (date) => {
      const clock = createServerClock(deviceNow)
      clock.syncWith('Sat, 21 Nov 2026 02:30:00 GMT')
      clock.syncWith(date)
      expect(clock.now()).toEqual(deviceNow())
    },
  )
})
