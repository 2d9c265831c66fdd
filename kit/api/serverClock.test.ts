import { describe, expect, test, vi } from 'vitest'
import { createServerClock } from '#kit/api/serverClock.ts'

/** A device whose clock says half to midnight. */
const device = () => new Date('2026-11-20T23:30:00-03:00')

describe('createServerClock', () => {
  test("is the device's clock until the first synchronisation", () => {
    expect(createServerClock(device).now()).toEqual(device())
  })

  test.each([
    ['slow', 'Sat, 21 Nov 2026 03:10:00 GMT', '2026-11-21T00:10:00-03:00'],
    ['fast', 'Sat, 21 Nov 2026 01:00:00 GMT', '2026-11-20T22:00:00-03:00'],
  ])('corrects a %s clock', (_which, date, instant) => {
    const clock = createServerClock(device)
    clock.syncWith(date)
    expect(clock.now()).toEqual(new Date(instant))
  })

  test('notifies of a correction, and not of every answer', () => {
    const clock = createServerClock(device)
    const told = vi.fn<() => void>()
    const stop = clock.subscribe(told)
    clock.syncWith('Sat, 21 Nov 2026 02:30:20 GMT')
    expect(told).not.toHaveBeenCalled()
    clock.syncWith('Sat, 21 Nov 2026 03:10:00 GMT')
    clock.syncWith('Sat, 21 Nov 2026 03:10:02 GMT')
    expect([told.mock.calls.length, clock.offset()]).toEqual([1, 40 * 60_000])
    stop()
    clock.syncWith('Sat, 21 Nov 2026 02:30:00 GMT')
    expect([told.mock.calls.length, clock.offset()]).toEqual([1, 0])
  })

  test.each([null, '', 'mañana', 'Sat, 21 Nov 2026 02:30:40 GMT'])(
    'ignores the date %j',
    (date) => {
      const clock = createServerClock(device)
      clock.syncWith('Sat, 21 Nov 2026 02:30:00 GMT')
      clock.syncWith(date)
      expect(clock.now()).toEqual(device())
    },
  )
})
