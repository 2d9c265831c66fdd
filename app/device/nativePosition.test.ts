// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NativeImplementations } from '#app/device/nativeImplementations.ts'
import { phoneInTest } from '#testing/browser/installFakePhone.ts'

/** The browser's position is in position.test.ts. */
const PHONES = ['android', 'ios'] as const

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  globalThis.nativeImplementations = undefined
})

describe.each(PHONES)('the position of %s', (platform) => {
  const HERE = { latitude: -34.9, longitude: -56.19 }
  /** Answers of the next lookups; `watched` sends a position of the watch. */
  async function prepare(answer: 'found' | 'denied' | 'failed', allowed = false) {
    const { answers, called, fire } = phoneInTest(platform)
    const codes = { denied: 'OS-PLUG-GLOC-0003', failed: 'OS-PLUG-GLOC-0010' }
    answers['Geolocation.getCurrentPosition'] =
      answer === 'found'
        ? { value: { coords: HERE } }
        : { error: { message: answer, code: codes[answer] } }
    answers['Geolocation.checkPermissions'] = {
      value: { location: 'prompt', coarseLocation: allowed ? 'granted' : 'denied' },
    }
    const { nativePosition } = await import('#app/device/native/position.ts')
    globalThis.nativeImplementations = { position: nativePosition() } as NativeImplementations
    const of = (method: string) => called(method).map((call) => call.options)
    return {
      watched: (coords: object) => fire('Geolocation', 'watchPosition', { coords }),
      lookups: () => of('getCurrentPosition'),
      watches: () => of('watchPosition'),
      cleared: () => of('clearWatch').length,
    }
  }
  const follow = async (watch = false) => {
    const { followPosition } = await import('#app/device/position.ts')
    const found: object[] = []
    const missed: string[] = []
    const stop = followPosition({
      onPosition: (position) => found.push(position),
      onFailure: (reason) => missed.push(reason),
      watch,
    })
    return { found, missed, stop }
  }

  test('is looked up for 30 s at most', async () => {
    const source = await prepare('found')
    const { found, stop } = await follow()
    await expect.poll(() => found).toEqual([HERE])
    expect(source.lookups()).toEqual([{ timeout: 30_000, maximumAge: 30_000 }])
    stop()
  })

  test.each([
    ['denied', 'denied'],
    ['failed', 'unknown'],
  ] as const)('that is %s is reported as %s', async (answer, reason) => {
    await prepare(answer)
    const { missed, stop } = await follow()
    await expect.poll(() => missed).toEqual([reason])
    stop()
  })

  test('is watched for 5 s at most after the first one, until the stop', async () => {
    const source = await prepare('found')
    const { found, stop } = await follow(true)
    await expect.poll(() => source.watches()).toMatchObject([{ timeout: 5_000 }])
    source.watched({ latitude: -34.8, longitude: -56.2 })
    expect(found.at(-1)).toEqual({ latitude: -34.8, longitude: -56.2 })
    stop()
    await expect.poll(() => source.cleared()).toBe(1)
    source.watched(HERE)
    expect(found).toHaveLength(2)
  })

  test.each([true, false])('is known to be allowed: %s', async (allowed) => {
    await prepare('found', allowed)
    const { isPositionAllowed } = await import('#app/device/position.ts')
    expect(await isPositionAllowed()).toBe(allowed)
  })
})
