import { afterEach, describe, expect, test, vi } from 'vitest'
import { routeAddress } from '#app/features/stations/routeAddress.ts'

afterEach(() => vi.unstubAllGlobals())

describe('routeAddress', () => {
  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 'https://maps.apple.com/?daddr=-34.9,-56.19'],
    ['Mozilla/5.0 (Linux; Android 15)', 'geo:-34.9,-56.19?q=-34.9,-56.19'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64)',
      'https://www.google.com/maps/dir/?api=1&destination=-34.9,-56.19',
    ],
  ])('opens the maps of the device (%s)', (userAgent, address) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0 })
    expect(routeAddress({ latitude: -34.9, longitude: -56.19 })).toBe(address)
  })
})
