import { describe, expect, test } from 'vitest'
import { deviceName } from '#server/http/deviceName.ts'

const browser = { version: 'b-1.7.0' }
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('deviceName', () => {
  test.each([
    [
      'Chrome en Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    ],
    [
      'Edge en Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    ],
    [
      'Chrome en Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'Samsung Internet en Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    ],
    [
      'Safari en iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ],
    [
      'Firefox en Linux',
      'Mozilla/5.0 (Wayland; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    ],
    ['', 'curl/8.5.0'],
    ['', ''],
  ])('names %j without its version', (name, userAgent) => {
    expect(deviceName(browser, userAgent)).toBe(name)
  })

  test('names the model of a phone, without the characters that a client may have added', () => {
    const facts = { manufacturer: 'Samsung', model: 'SM-A155M\u202e<b>', serial: 'R5CX' }
    expect(deviceName({ version: 'a-1.7.0', additionalData: facts }, 'okhttp')).toBe(
      'Samsung SM-A155Mb',
    )
    expect(deviceName({ version: 'i-1.7.0', additionalData: null }, '')).toBe('')
    const long = { model: 'x'.repeat(100) }
    expect(deviceName({ version: 'i-1.7.0', additionalData: long }, '')).toHaveLength(60)
  })
})
