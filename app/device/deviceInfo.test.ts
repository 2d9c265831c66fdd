import { afterEach, describe, expect, test, vi } from 'vitest'
import { deviceInfo } from '#app/device/deviceInfo.ts'
import { platform } from '#app/device/platform.ts'
import { requestHeader } from '#contract/header.ts'
import { DeviceInfo } from '#contract/requestHeader.ts'

const browser = (userAgent: string, vendor = '') =>
  vi.stubGlobal('navigator', { userAgent, vendor })

afterEach(() => vi.unstubAllGlobals())
const versionSent = () =>
  requestHeader({ now: new Date(), random: 0.5, platform: platform() }).version

describe('the version of a request', () => {
  test.each([
    ['a browser', undefined, 'b-1.7.0'],
    ['Android', 'android', 'a-1.7.0'],
    ['iOS', 'ios', 'i-1.7.0'],
  ])('begins with the letter of %s', (_platform, native, version) => {
    if (native)
      vi.stubGlobal('Capacitor', { isNativePlatform: () => true, getPlatform: () => native })
    expect(versionSent()).toBe(version)
  })
})

describe('deviceInfo', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  test.each([
    [
      `Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`,
      'Chrome',
      '141.0.0.0',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1`,
      'Edge',
      '141.0.1',
    ],
    ['Mozilla/5.0 (Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', '145.0'],
    [`Mozilla/5.0 (iPhone) ${webkit} Version/26.1 Mobile/15E148 Safari/604.1`, 'Safari', '26.1'],
    ['curl/8', 'curl/8', null],
    ['', null, null],
  ])('names the browser and its version: %s', (userAgent, model, version) => {
    browser(userAgent, 'A Vendor')
    expect(deviceInfo()).toEqual({
      cordova: null,
      model,
      platform: 'browser',
      version,
      manufacturer: 'A Vendor',
      serial: null,
    })
    expect(DeviceInfo.safeParse(deviceInfo()).success).toBe(true)
  })
})
