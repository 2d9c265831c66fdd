// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NativeImplementations } from '#app/device/nativeImplementations.ts'
import { phoneInTest } from '#testing/browser/installFakePhone.ts'

/** One suite over the browser's position and the phones'. */
const TWINS = ['browser', 'android', 'ios'] as const

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  globalThis.nativeImplementations = undefined
  vi.unstubAllGlobals()
})

describe.each(TWINS)('the position of %s', (twin) => {
  const HERE = { latitude: -34.9, longitude: -56.19 }
  /** Answers of the next lookups; `watched` sends a position of the watch. */
  async function prepare(answer: 'found' | 'denied' | 'failed', allowed = false) {
    const phone = twin === 'browser' ? undefined : phoneInTest(twin)
    const options: unknown[] = []
    let watched = (_at: object) => {}
    const cleared: unknown[] = []
    if (phone) {
      const { answers, calls, fire } = phone
      const codes = { denied: 'OS-PLUG-GLOC-0003', failed: 'OS-PLUG-GLOC-0010' }
      answers['Geolocation.getCurrentPosition'] =
        answer === 'found'
          ? { value: { coords: HERE } }
          : { error: { message: answer, code: codes[answer] } }
      answers['Geolocation.checkPermissions'] = {
        value: { location: 'prompt', coarseLocation: allowed ? 'granted' : 'denied' },
      }
      watched = (coords) => fire('Geolocation', 'watchPosition', { coords })
      const { nativePosition } = await import('#app/device/native/position.ts')
      globalThis.nativeImplementations = { position: nativePosition() } as NativeImplementations
      const of = (method: string) =>
        calls.filter((call) => call.method === method).map((call) => call.options)
      return {
        watched,
        lookups: () => of('getCurrentPosition'),
        watches: () => of('watchPosition'),
        cleared: () => of('clearWatch').length,
      }
    }
    const watches: unknown[] = []
    vi.stubGlobal('navigator', {
      permissions: { query: async () => ({ state: allowed ? 'granted' : 'prompt' }) },
      geolocation: {
        getCurrentPosition: (
          found: (at: object) => void,
          missed: (why: object) => void,
          how: unknown,
        ) => {
          options.push(how)
          if (answer === 'found') found({ coords: HERE })
          else missed({ code: answer === 'denied' ? 1 : 3, PERMISSION_DENIED: 1 })
        },
        watchPosition: (found: (at: object) => void, _missed: unknown, how: unknown) => {
          watches.push(how)
          watched = (coords) => found({ coords })
          return 7
        },
        clearWatch: (id: unknown) => cleared.push(id),
      },
    })
    return {
      watched: (coords: object) => watched(coords),
      lookups: () => options,
      watches: () => watches,
      cleared: () => cleared.length,
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
    await vi.waitFor(() => expect(found).toEqual([HERE]))
    expect(source.lookups()).toEqual([{ timeout: 30_000, maximumAge: 30_000 }])
    stop()
  })

  test.each([
    ['denied', 'denied'],
    ['failed', 'unknown'],
  ] as const)('that is %s is reported as %s', async (answer, reason) => {
    await prepare(answer)
    const { missed, stop } = await follow()
    await vi.waitFor(() => expect(missed).toEqual([reason]))
    stop()
  })

  test('is watched for 5 s at most after the first one, until the stop', async () => {
    const source = await prepare('found')
    const { found, stop } = await follow(true)
    await vi.waitFor(() => expect(source.watches()).toMatchObject([{ timeout: 5_000 }]))
    source.watched({ latitude: -34.8, longitude: -56.2 })
    expect(found.at(-1)).toEqual({ latitude: -34.8, longitude: -56.2 })
    stop()
    await vi.waitFor(() => expect(source.cleared()).toBe(1))
    source.watched(HERE)
    expect(found).toHaveLength(2)
  })

  test.each([true, false])('is known to be allowed: %s', async (allowed) => {
    await prepare('found', allowed)
    const { isPositionAllowed } = await import('#app/device/position.ts')
    expect(await isPositionAllowed()).toBe(allowed)
  })
})
