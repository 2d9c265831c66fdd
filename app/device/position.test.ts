import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  followPosition,
  isPositionAllowed,
  type NoPosition,
  type Position,
} from '#app/device/position.ts'

type Answer = { coords: Position } | { code: number; PERMISSION_DENIED: number }
type Look = (found: (at: Answer) => void, missed: (why: Answer) => void, how: object) => void

const HERE = { latitude: -34.9, longitude: -56.19 }
let answer: Answer | null
let hidden: boolean
const getCurrentPosition = vi.fn<Look>((found, missed) => {
  if (answer && 'coords' in answer) found(answer)
  else if (answer) missed(answer)
})
let found: Position[]
let missed: NoPosition[]
const follow = (watch = false) =>
  followPosition({
    onPosition: (place) => found.push(place),
    onFailure: (why) => missed.push(why),
    watch,
  })
const watchPosition = vi.fn<(...given: Parameters<Look>) => number>(() => 7)
const clearWatch = vi.fn<(id: number) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  getCurrentPosition.mockClear()
  watchPosition.mockClear()
  clearWatch.mockClear()
  vi.stubGlobal('navigator', {
    geolocation: { getCurrentPosition, watchPosition, clearWatch },
  })
  hidden = false
  vi.stubGlobal('document', {
    get hidden() {
      return hidden
    },
  })
  answer = { coords: HERE }
  found = []
  missed = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('followPosition', () => {
  test('times a lookup out after 30 s and starts the next 30 s after its end', () => {
    const stop = follow()
    expect(getCurrentPosition.mock.calls[0]?.[2]).toEqual({ timeout: 30_000, maximumAge: 30_000 })
    expect(found).toEqual([HERE])
    vi.advanceTimersByTime(29_999)
    expect(getCurrentPosition).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(getCurrentPosition).toHaveBeenCalledTimes(2)
    stop()
  })

  test('makes no lookup and no callback after the stop', () => {
    answer = null
    const stop = follow()
    const late = getCurrentPosition.mock.calls[0]
    stop()
    late?.[0]({ coords: HERE })
    late?.[1]({ code: 3, PERMISSION_DENIED: 1 })
    vi.advanceTimersByTime(120_000)
    expect(found).toEqual([])
    expect(missed).toEqual([])
    expect(getCurrentPosition).toHaveBeenCalledTimes(1)
  })

  test('pauses while the page is hidden and continues when it is visible', () => {
    const stop = follow()
    hidden = true
    vi.advanceTimersByTime(90_000)
    expect(getCurrentPosition).toHaveBeenCalledTimes(1)
    hidden = false
    vi.advanceTimersByTime(30_000)
    expect(getCurrentPosition).toHaveBeenCalledTimes(2)
    stop()
  })

  test('ends on a denied permission but not on a failed lookup', () => {
    answer = { code: 3, PERMISSION_DENIED: 1 }
    const stop = follow()
    vi.advanceTimersByTime(30_000)
    expect(missed).toEqual(['unknown', 'unknown'])
    answer = { code: 1, PERMISSION_DENIED: 1 }
    vi.advanceTimersByTime(120_000)
    expect(missed).toEqual(['unknown', 'unknown', 'denied'])
    stop()
  })

  test('watches between the lookups, with a limit of 5 s, from the first position to the stop', () => {
    answer = { code: 3, PERMISSION_DENIED: 1 }
    const stop = follow(true)
    expect(watchPosition).not.toHaveBeenCalled()
    answer = { coords: HERE }
    vi.advanceTimersByTime(60_000)
    expect(watchPosition).toHaveBeenCalledTimes(1)
    const [moved, failed, how] = watchPosition.mock.calls[0] ?? []
    expect(how).toMatchObject({ timeout: 5_000 })
    moved?.({ coords: { ...HERE, latitude: -34.8 } })
    failed?.({ code: 3, PERMISSION_DENIED: 1 })
    expect([found.at(-1)?.latitude, missed]).toEqual([-34.8, ['unknown']])
    stop()
    expect(clearWatch.mock.calls).toEqual([[7]])
    moved?.({ coords: HERE })
    expect(found.at(-1)?.latitude).toBe(-34.8)
  })

  test('does not watch unless asked to', () => {
    follow()()
    expect(watchPosition).not.toHaveBeenCalled()
  })

  test('fails on a device without geolocation', () => {
    vi.stubGlobal('navigator', {})
    follow()()
    expect(missed).toEqual(['unknown'])
  })
})

describe('isPositionAllowed', () => {
  test.each([
    ['granted', true],
    ['prompt', false],
    ['denied', false],
  ])('is, with the permission %s, %s', async (state, allowed) => {
    vi.stubGlobal('navigator', { permissions: { query: async () => ({ state }) } })
    expect(await isPositionAllowed()).toBe(allowed)
  })

  test('is false in a browser without the Permissions API', async () => {
    vi.stubGlobal('navigator', {})
    expect(await isPositionAllowed()).toBe(false)
  })
})
